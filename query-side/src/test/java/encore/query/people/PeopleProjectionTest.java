package encore.query.people;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.ControlMessage;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.people.ConsoleAccess;
import encore.kernel.people.PeopleEvent.ConsoleKeysSwitched;
import encore.kernel.people.PeopleEvent.PersonAccepted;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PeopleEvent.PersonDisabled;
import encore.kernel.people.PeopleEvent.PersonEnabled;
import encore.kernel.people.PeopleEvent.PersonRemoved;
import encore.kernel.people.PeopleEvent.PersonRoleChanged;
import encore.kernel.people.PeopleEvent.PersonSessionsEnded;
import encore.kernel.people.PeopleId;
import encore.kernel.people.PeopleQuery.FindConsoleAccess;
import encore.kernel.people.PeopleQuery.FindPeople;
import encore.kernel.people.PeopleQuery.FindPerson;
import encore.kernel.people.Person;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import encore.kernel.people.signin.PersonEvent.PersonCodesRemoved;
import encore.kernel.people.signin.PersonEvent.PersonCodesSet;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonNamed;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.people.signin.PersonEvent.PersonSessionEnded;
import encore.kernel.people.signin.PersonEvent.PersonSignedIn;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeopleProjectionTest {

    private static final PeopleId PEOPLE = new PeopleId(7);
    private static final PersonId ADA = new PersonId(7, "ada");
    private static final PersonId BOB = new PersonId(7, "bob");
    private static final Event[] ADA_JOINS = {
        new PersonRecorded(ADA, "ada@x.example", "Ada"),
        new PersonAdded(PEOPLE, "ada", Role.OWNER),
        new PersonCodesSet(ADA, 1, 100, List.of("r1")),
        new PersonAccepted(PEOPLE, "ada")
    };

    @Test
    void people_are_listed_as_their_events_left_them_in_the_order_of_their_invitations() {
        try (var people = underTest()) {
            people.given(new PersonRecorded(BOB, "bob@x.example", "Bob"));
            people.given(ADA_JOINS);
            people.given(
                    new PersonAdded(PEOPLE, "bob", Role.VIEWER),
                    new PersonNamed(BOB, "Robert"),
                    new PersonRoleChanged(PEOPLE, "bob", Role.MARKETER, 1),
                    new PersonDisabled(PEOPLE, "bob", 2));
            List<Person> found = people.read(documents -> people.projection().find(new FindPeople(7), documents));
            assertThat(found).extracting(Person::personUid).containsExactly("bob", "ada");
            assertThat(found.getFirst().name()).isEqualTo("Robert");
            assertThat(found.getFirst().role()).isEqualTo(Role.MARKETER);
            assertThat(found.getFirst().isDisabled()).isTrue();
            assertThat(found.getFirst().isAccepted()).isFalse();
            assertThat(found.getLast().email()).isEqualTo("ada@x.example");
            assertThat(found.getLast().hasCodes()).isTrue();
            assertThat(found.getLast().lastSignInTimestamp()).isNull();
            people.given(new PersonSignedIn(ADA, 101L, null), new PersonCodesRemoved(ADA));
            Person ada = find(people, "ada");
            assertThat(ada.lastSignInTimestamp()).isNotNull();
            assertThat(ada.hasCodes()).isFalse();
            replayed(people);
        }
    }

    @Test
    void somebody_whom_the_account_does_not_name_is_not_found() {
        try (var people = underTest()) {
            people.given(new PersonRecorded(BOB, "bob@x.example", "Bob"));
            people.given(ADA_JOINS);
            assertThatThrownBy(() -> find(people, "bob")).isInstanceOf(Refusal.class);
            people.given(new PersonRemoved(PEOPLE, "ada"));
            assertThatThrownBy(() -> find(people, "ada")).isInstanceOf(Refusal.class);
            people.given(new PersonErased(ADA));
            assertThat(people.<List<Person>>read(
                            documents -> people.projection().find(new FindPeople(7), documents)))
                    .isEmpty();
            replayed(people);
        }
    }

    @Test
    void events_that_come_twice_change_nothing() {
        try (var people = underTest()) {
            people.given(ADA_JOINS);
            Event[] more = {
                new PersonRoleChanged(PEOPLE, "ada", Role.VIEWER, 2),
                new PersonDisabled(PEOPLE, "ada", 3),
                new PersonEnabled(PEOPLE, "ada"),
                new PersonSessionsEnded(PEOPLE, "ada", 4, 2)
            };
            people.given(more);
            var once = people.checksums();
            people.given(more);
            assertThat(people.checksums()).isEqualTo(once);
        }
    }

    @Test
    void key_pairs_may_sign_in_until_the_account_says_otherwise() {
        try (var people = underTest()) {
            assertThat(access(people)).isEqualTo(new ConsoleAccess(true));
            people.given(new ConsoleKeysSwitched(PEOPLE, false));
            assertThat(access(people)).isEqualTo(new ConsoleAccess(false));
        }
    }

    @Test
    void a_gateway_gets_those_who_may_enter_and_each_change_that_matters_to_it() {
        try (var people = underTest()) {
            people.given(ADA_JOINS);
            people.given(new PersonRecorded(BOB, "bob@x.example", "Bob"), new PersonAdded(PEOPLE, "bob", Role.VIEWER));
            PeopleProjection projection = people.projection();
            people.read(documents -> {
                projection.load(documents);
                return 0;
            });
            List<ControlMessage> received = new ArrayList<>();
            projection.follow(42).subscribe(received::add);
            assertThat(received).containsExactly(entering(Role.OWNER, 1), new ControlMessage.Ready(42));
            received.clear();
            apply(projection, new PersonNamed(ADA, "Ada L."), new PersonSignedIn(ADA, 101L, null));
            assertThat(received).isEmpty();
            apply(projection, new PersonSessionEnded(ADA, "s1", 4_000_000_000L));
            assertThat(received).containsExactly(entering(Role.OWNER, 1, "s1"));
            received.clear();
            apply(
                    projection,
                    new PersonRoleChanged(PEOPLE, "ada", Role.VIEWER, 2),
                    new PersonDisabled(PEOPLE, "ada", 3),
                    new PersonEnabled(PEOPLE, "ada"),
                    new PersonRemoved(PEOPLE, "ada"),
                    new PersonErased(ADA),
                    new ConsoleKeysSwitched(PEOPLE, false));
            assertThat(received)
                    .containsExactly(
                            entering(Role.VIEWER, 2),
                            new ControlMessage.PersonGone(7, "ada"),
                            entering(Role.VIEWER, 3),
                            new ControlMessage.PersonGone(7, "ada"),
                            new ControlMessage.ConsoleKeys(7, false));
        }
    }

    private static ControlMessage.Person entering(Role role, int generation, String... ended) {
        return new ControlMessage.Person(7, "ada", role, generation, Set.of(ended));
    }

    private static void apply(PeopleProjection projection, Event... events) {
        projection.apply(Arrays.stream(events)
                .map(event -> new RecordedEvent(
                        event,
                        1,
                        Instant.ofEpochSecond(1_000),
                        "",
                        0,
                        new RecordedEvent.Origin(7, "key:x", "Command", "request")))
                .toList());
    }

    private static Person find(ProjectionUnderTest<PeopleProjection> people, String uid) {
        return people.read(documents -> people.projection().find(new FindPerson(7, uid), documents));
    }

    private static ConsoleAccess access(ProjectionUnderTest<PeopleProjection> people) {
        return people.read(documents -> people.projection().find(new FindConsoleAccess(7), documents));
    }

    private static ProjectionUnderTest<PeopleProjection> underTest() {
        return new ProjectionUnderTest<>(PeopleProjection::new);
    }

    private static void replayed(ProjectionUnderTest<PeopleProjection> people) {
        try (var again = people.replayed()) {
            assertThat(again.checksums()).isEqualTo(people.checksums());
        }
    }
}
