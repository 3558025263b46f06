package encore.command.people;

import static encore.command.AggregateUnderTest.refusal;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.accounts.AccountId;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.PeopleCommand.AddPerson;
import encore.kernel.people.PeopleCommand.AdmitPerson;
import encore.kernel.people.PeopleCommand.ChangeStanding;
import encore.kernel.people.PeopleCommand.EndPersonSessions;
import encore.kernel.people.PeopleCommand.ForgetPerson;
import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PeopleCommand.RemovePerson;
import encore.kernel.people.PeopleCommand.SwitchConsoleKeys;
import encore.kernel.people.PeopleEvent.ConsoleKeysSwitched;
import encore.kernel.people.PeopleEvent.PersonAccepted;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PeopleEvent.PersonDisabled;
import encore.kernel.people.PeopleEvent.PersonEnabled;
import encore.kernel.people.PeopleEvent.PersonRemoved;
import encore.kernel.people.PeopleEvent.PersonRoleChanged;
import encore.kernel.people.PeopleEvent.PersonSessionsEnded;
import encore.kernel.people.PeopleId;
import encore.kernel.people.PersonStanding;
import encore.kernel.people.Role;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeopleTest {

    private static final PeopleId PEOPLE = new PeopleId(7);
    private static final String ADA = "ada";
    private static final String BOB = "bob";

    private final AggregateUnderTest<People> people = new AggregateUnderTest<>(People.class);

    @BeforeEach
    void an_account_exists() {
        people.streams.open(new AccountId(7));
    }

    @Test
    void a_person_is_added_once_with_a_role() {
        people.givenNoPriorActivity()
                .when(new AddPerson(PEOPLE, ADA, Role.OWNER))
                .expectEvents(new PersonAdded(PEOPLE, ADA, Role.OWNER));
        people.given(new PersonAdded(PEOPLE, ADA, Role.OWNER))
                .when(new AddPerson(PEOPLE, ADA, Role.VIEWER))
                .expectException(refusal(Refusal.Kind.RULE, "email-taken"));
    }

    @Test
    void a_removed_person_does_not_come_back() {
        people.given(new PersonAdded(PEOPLE, ADA, Role.VIEWER), new PersonRemoved(PEOPLE, ADA))
                .when(new AddPerson(PEOPLE, ADA, Role.VIEWER))
                .expectException(refusal(Refusal.Kind.CONFLICT, "person-removed"));
    }

    @Test
    void an_account_that_does_not_exist_has_no_people() {
        people.streams.ended(new AccountId(7));
        people.givenNoPriorActivity()
                .when(new AddPerson(PEOPLE, ADA, Role.OWNER))
                .expectException(refusal(Refusal.Kind.UNKNOWN, "unknown"));
    }

    @Test
    void the_last_owner_who_can_sign_in_stays() {
        List<Object> oneOwner = owners(ADA);
        oneOwner.add(new PersonAdded(PEOPLE, BOB, Role.OWNER)); // Invited, so unable to sign in.
        for (Object command : List.of(
                new RemovePerson(PEOPLE, ADA),
                new ChangeStanding(PEOPLE, ADA, Role.MARKETER, null),
                new ChangeStanding(PEOPLE, ADA, null, true))) {
            people.given(oneOwner).when(command).expectException(refusal(Refusal.Kind.RULE, "last-owner"));
        }
        people.given(owners(ADA, BOB)).when(new RemovePerson(PEOPLE, ADA)).expectEvents(new PersonRemoved(PEOPLE, ADA));
    }

    @Test
    void a_disabled_owner_is_no_other_owner() {
        List<Object> events = owners(ADA, BOB);
        events.add(new PersonDisabled(PEOPLE, BOB, 2));
        people.given(events)
                .when(new RemovePerson(PEOPLE, ADA))
                .expectException(refusal(Refusal.Kind.RULE, "last-owner"));
        people.given(events).when(new RemovePerson(PEOPLE, BOB)).expectEvents(new PersonRemoved(PEOPLE, BOB));
    }

    @Test
    void a_role_and_a_state_change_together_and_only_when_they_differ() {
        people.given(new PersonAdded(PEOPLE, ADA, Role.VIEWER))
                .when(new ChangeStanding(PEOPLE, ADA, Role.MARKETER, true))
                .expectEvents(new PersonRoleChanged(PEOPLE, ADA, Role.MARKETER, 2), new PersonDisabled(PEOPLE, ADA, 3));
        people.given(new PersonAdded(PEOPLE, ADA, Role.VIEWER))
                .when(new ChangeStanding(PEOPLE, ADA, Role.VIEWER, false))
                .expectNoEvents();
        people.given(new PersonAdded(PEOPLE, ADA, Role.VIEWER), new PersonDisabled(PEOPLE, ADA, 2))
                .when(new ChangeStanding(PEOPLE, ADA, null, false))
                .expectEvents(new PersonEnabled(PEOPLE, ADA));
        people.given(owners(ADA))
                .when(new ChangeStanding(PEOPLE, BOB, Role.OWNER, null))
                .expectException(refusal(Refusal.Kind.UNKNOWN, "unknown"));
    }

    @Test
    void the_first_password_accepts_and_a_later_one_ends_the_sessions_once() {
        people.given(new PersonAdded(PEOPLE, ADA, Role.OWNER))
                .when(new AdmitPerson(PEOPLE, ADA, 1))
                .expectEvents(new PersonAccepted(PEOPLE, ADA))
                .expectResultMessagePayload(new PersonStanding(ADA, Role.OWNER, true, false, 1, 1));
        people.given(owners(ADA)).when(new AdmitPerson(PEOPLE, ADA, 1)).expectNoEvents();
        people.given(owners(ADA))
                .when(new AdmitPerson(PEOPLE, ADA, 2))
                .expectEvents(new PersonSessionsEnded(PEOPLE, ADA, 2, 2));
        List<Object> again = owners(ADA);
        again.add(new PersonSessionsEnded(PEOPLE, ADA, 2, 2));
        people.given(again).when(new AdmitPerson(PEOPLE, ADA, 2)).expectNoEvents();
    }

    @Test
    void sessions_end_by_a_role_that_takes_rights_away_or_needs_a_second_factor() {
        expectGeneration(Role.VIEWER, 2, Role.OWNER);
        expectGeneration(Role.OWNER, 2, Role.MARKETER);
        expectGeneration(Role.MARKETER, 1, Role.OWNER);
        expectGeneration(Role.MODERATOR, 2, Role.VIEWER);
    }

    private void expectGeneration(Role former, int after, Role role) {
        people.given(new PersonAdded(PEOPLE, ADA, former))
                .when(new ChangeStanding(PEOPLE, ADA, role, null))
                .expectEvents(new PersonRoleChanged(PEOPLE, ADA, role, after));
        people.given(new PersonAdded(PEOPLE, ADA, former), new PersonRoleChanged(PEOPLE, ADA, role, after))
                .when(new ReadStanding(PEOPLE, ADA))
                .expectResultMessagePayload(new PersonStanding(ADA, role, false, false, after, 0));
    }

    @Test
    void staff_end_all_sessions_of_a_person() {
        people.given(owners(ADA))
                .when(new EndPersonSessions(PEOPLE, ADA))
                .expectEvents(new PersonSessionsEnded(PEOPLE, ADA, 2, null));
    }

    @Test
    void an_erased_person_is_forgotten_even_as_the_last_owner() {
        people.given(owners(ADA)).when(new ForgetPerson(PEOPLE, ADA)).expectEvents(new PersonRemoved(PEOPLE, ADA));
        people.given(owners(ADA)).when(new ForgetPerson(PEOPLE, BOB)).expectNoEvents();
    }

    @Test
    void key_pairs_are_shut_out_only_if_an_owner_can_sign_in() {
        people.given(owners(ADA))
                .when(new SwitchConsoleKeys(PEOPLE, false))
                .expectEvents(new ConsoleKeysSwitched(PEOPLE, false))
                .expectResultMessagePayload(new ConsoleAccess(false));
        people.given(new PersonAdded(PEOPLE, ADA, Role.OWNER))
                .when(new SwitchConsoleKeys(PEOPLE, false))
                .expectException(refusal(Refusal.Kind.RULE, "no-owner"));
        people.givenNoPriorActivity().when(new SwitchConsoleKeys(PEOPLE, true)).expectNoEvents();
        people.given(new ConsoleKeysSwitched(PEOPLE, false))
                .when(new SwitchConsoleKeys(PEOPLE, true))
                .expectEvents(new ConsoleKeysSwitched(PEOPLE, true));
    }

    private static List<Object> owners(String... uids) {
        List<Object> events = new ArrayList<>();
        for (String uid : uids) {
            events.add(new PersonAdded(PEOPLE, uid, Role.OWNER));
            events.add(new PersonAccepted(PEOPLE, uid));
        }
        return events;
    }
}
