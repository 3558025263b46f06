package encore.command.people.signin;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.people.PersonId;
import encore.kernel.people.links.LinkMail;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.LinkPurpose;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.GivenCode;
import encore.kernel.people.signin.NewCodes;
import encore.kernel.people.signin.PasswordAnswer;
import encore.kernel.people.signin.PersonCommand.EndLinkMail;
import encore.kernel.people.signin.PersonCommand.EndPersonSession;
import encore.kernel.people.signin.PersonCommand.ErasePerson;
import encore.kernel.people.signin.PersonCommand.NamePerson;
import encore.kernel.people.signin.PersonCommand.ReadLinkMail;
import encore.kernel.people.signin.PersonCommand.RecordCodes;
import encore.kernel.people.signin.PersonCommand.RecordLink;
import encore.kernel.people.signin.PersonCommand.RecordPerson;
import encore.kernel.people.signin.PersonCommand.RemoveCodes;
import encore.kernel.people.signin.PersonCommand.SetPassword;
import encore.kernel.people.signin.PersonCommand.SignInAtConsole;
import encore.kernel.people.signin.PersonEvent.PersonCodesRemoved;
import encore.kernel.people.signin.PersonEvent.PersonCodesSet;
import encore.kernel.people.signin.PersonEvent.PersonErased;
import encore.kernel.people.signin.PersonEvent.PersonLinkMade;
import encore.kernel.people.signin.PersonEvent.PersonLinkMailEnded;
import encore.kernel.people.signin.PersonEvent.PersonNamed;
import encore.kernel.people.signin.PersonEvent.PersonPasswordSet;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import encore.kernel.people.signin.PersonEvent.PersonSessionEnded;
import encore.kernel.people.signin.PersonEvent.PersonSignInRefused;
import encore.kernel.people.signin.PersonEvent.PersonSignedIn;
import encore.kernel.people.signin.SignInAnswer;
import encore.kernel.people.signin.SignInAnswer.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PersonTest {

    private static final PersonId ADA = new PersonId(7, "ada");
    private static final PersonRecorded RECORDED = new PersonRecorded(ADA, "ada@x.example", "Ada");
    private static final String ADDRESS = "https://x.example/console/";
    private static final LinkPlace PLACE = new LinkPlace(ADDRESS, "The band");
    private static final PersonLinkMade INVITED =
            new PersonLinkMade(ADA, 1, LinkPurpose.INVITATION, ADDRESS, "The band", NOW.plusSeconds(60));
    private static final PersonPasswordSet PASSWORD = new PersonPasswordSet(ADA, 1, "$hash", null, null);
    private static final PersonCodesSet CODES = new PersonCodesSet(ADA, 1, 100, List.of("r1", "r2"));
    private static final PersonSignInRefused REFUSED = new PersonSignInRefused(ADA, NOW.plus(Person.WINDOW));

    private final AggregateUnderTest<Person> person = new AggregateUnderTest<>(Person.class);

    @Test
    void a_person_has_a_key_and_an_email_of_its_own() {
        person.givenNoPriorActivity()
                .when(new RecordPerson(ADA, "ada@x.example", "Ada"))
                .expectEvents(RECORDED);
        assertThat(person.subjectKeys.made).containsExactly("person.7.ada");
        person.given(RECORDED)
                .when(new RecordPerson(ADA, "ada@x.example", "Another name"))
                .expectNoEvents();
    }

    @Test
    void a_name_changes_only_to_another_one() {
        person.given(RECORDED).when(new NamePerson(ADA, "Ada L.")).expectEvents(new PersonNamed(ADA, "Ada L."));
        person.given(RECORDED).when(new NamePerson(ADA, "Ada")).expectNoEvents();
    }

    @Test
    void a_new_link_ends_the_one_before() {
        person.given(RECORDED, INVITED)
                .when(new RecordLink(ADA, LinkPurpose.INVITATION, PLACE))
                .expectEvents(new PersonLinkMade(
                        ADA, 2, LinkPurpose.INVITATION, ADDRESS, "The band", NOW.plus(Duration.ofHours(48))))
                .expectResultMessagePayload(new MadeLink("ada", 2, true));
        person.given(RECORDED, INVITED, link(2, LinkPurpose.INVITATION, NOW.plusSeconds(60)))
                .when(setPassword(1))
                .expectException(refusal(Refusal.Kind.RULE, "link-unknown"));
    }

    @Test
    void a_link_without_an_address_is_not_mailed() {
        person.given(RECORDED)
                .when(new RecordLink(ADA, LinkPurpose.INVITATION, new LinkPlace(null, "The band")))
                .expectResultMessagePayload(new MadeLink("ada", 1, false));
    }

    @Test
    void a_forgotten_password_has_one_link_in_five_minutes() {
        Instant justNow = NOW.minusSeconds(299);
        person.given(RECORDED, PASSWORD, forgotten(justNow))
                .when(new RecordLink(ADA, LinkPurpose.FORGOTTEN, PLACE))
                .expectNoEvents();
        person.given(RECORDED, PASSWORD, forgotten(NOW.minusSeconds(300)))
                .when(new RecordLink(ADA, LinkPurpose.FORGOTTEN, PLACE))
                .expectEvents(new PersonLinkMade(
                        ADA, 2, LinkPurpose.FORGOTTEN, ADDRESS, "The band", NOW.plus(Duration.ofHours(1))));
    }

    private static PersonLinkMade forgotten(Instant madeAt) {
        return link(1, LinkPurpose.FORGOTTEN, madeAt.plus(Duration.ofHours(1)));
    }

    private static PersonLinkMade link(int generation, LinkPurpose purpose, Instant until) {
        return new PersonLinkMade(ADA, generation, purpose, ADDRESS, "The band", until);
    }

    @Test
    void a_link_sets_one_password() {
        person.given(RECORDED, INVITED)
                .when(setPassword(1))
                .expectEvents(PASSWORD)
                .expectResultMessagePayload(new PasswordAnswer(PasswordAnswer.Result.SET, null, 1));
        person.given(RECORDED, INVITED, PASSWORD)
                .when(setPassword(1))
                .expectException(refusal(Refusal.Kind.RULE, "link-unknown"));
        person.given(RECORDED, link(1, LinkPurpose.INVITATION, NOW))
                .when(setPassword(1))
                .expectException(refusal(Refusal.Kind.RULE, "link-unknown"));
    }

    @Test
    void a_role_that_needs_an_app_sets_it_up_with_the_password() {
        SetPassword without = new SetPassword(ADA, 1, "$hash", null, true, null, null);
        person.given(RECORDED, INVITED)
                .when(without)
                .expectNoEvents()
                .expectResultMessagePayload(new PasswordAnswer(PasswordAnswer.Result.NEEDS_CODE, null, 0));
        NewCodes offered = new NewCodes(1, "123456", List.of("r1", "r2"));
        person.given(RECORDED, INVITED)
                .when(new SetPassword(ADA, 1, "$hash", null, true, 100L, offered))
                .expectEvents(CODES, PASSWORD);
        person.given(RECORDED, INVITED)
                .when(new SetPassword(ADA, 1, "$hash", null, true, null, offered))
                .expectEvents(REFUSED)
                .expectResultMessagePayload(new PasswordAnswer(PasswordAnswer.Result.CODE_REFUSED, null, 0));
    }

    @Test
    void a_forgotten_password_still_needs_a_code_of_the_app() {
        PersonLinkMade again = link(2, LinkPurpose.FORGOTTEN, NOW.plusSeconds(60));
        List<Object> events = List.of(RECORDED, INVITED, CODES, PASSWORD, again);
        person.given(events)
                .when(new SetPassword(ADA, 2, "$new", null, true, null, null))
                .expectResultMessagePayload(new PasswordAnswer(PasswordAnswer.Result.NEEDS_CODE, null, 0));
        person.given(events)
                .when(new SetPassword(ADA, 2, "$new", new GivenCode(101L, "x"), true, null, null))
                .expectEvents(new PersonPasswordSet(ADA, 2, "$new", 101L, null));
        person.given(events)
                .when(new SetPassword(ADA, 2, "$new", new GivenCode(null, "r1"), true, null, null))
                .expectEvents(new PersonPasswordSet(ADA, 2, "$new", null, "r1"));
        person.given(events)
                .when(new SetPassword(ADA, 2, "$new", new GivenCode(100L, "x"), true, null, null))
                .expectEvents(REFUSED);
    }

    private static SetPassword setPassword(int generation) {
        return new SetPassword(ADA, generation, "$hash", null, false, null, null);
    }

    @Test
    void a_right_password_signs_in_and_a_wrong_one_counts() {
        person.given(RECORDED, PASSWORD)
                .when(signIn(true, 1, null))
                .expectEvents(new PersonSignedIn(ADA, null, null))
                .expectResultMessagePayload(SignInAnswer.of(Result.SIGNED_IN));
        person.given(RECORDED, PASSWORD)
                .when(signIn(false, 1, null))
                .expectEvents(REFUSED)
                .expectResultMessagePayload(SignInAnswer.refused(null));
    }

    @Test
    void a_password_that_was_changed_in_between_is_wrong() {
        person.given(RECORDED, PASSWORD, new PersonPasswordSet(ADA, 2, "$new", null, null))
                .when(signIn(true, 1, null))
                .expectEvents(REFUSED);
        person.given(RECORDED).when(signIn(true, 0, null)).expectEvents(REFUSED);
    }

    @Test
    void ten_refusals_in_fifteen_minutes_shut_out_the_right_password_too() {
        List<Object> events = new ArrayList<>(List.of(RECORDED, PASSWORD));
        for (int i = 0; i < 10; i++) {
            events.add(new PersonSignInRefused(ADA, NOW.plusSeconds(30 + i)));
        }
        person.given(events)
                .when(signIn(true, 1, null))
                .expectNoEvents()
                .expectResultMessagePayload(SignInAnswer.refused(30L));
        events.set(2, new PersonSignInRefused(ADA, NOW));
        person.given(events).when(signIn(true, 1, null)).expectEvents(new PersonSignedIn(ADA, null, null));
        events.add(new PersonSignedIn(ADA, null, null));
        person.given(events).when(signIn(false, 1, null)).expectEvents(REFUSED);
    }

    @Test
    void a_code_of_the_app_counts_once() {
        List<Object> events = List.of(RECORDED, CODES, PASSWORD);
        person.given(events)
                .when(signIn(true, 1, null))
                .expectNoEvents()
                .expectResultMessagePayload(SignInAnswer.of(Result.NEEDS_CODE));
        person.given(events)
                .when(signIn(true, 1, new GivenCode(101L, "x")))
                .expectEvents(new PersonSignedIn(ADA, 101L, null));
        person.given(RECORDED, CODES, PASSWORD, new PersonSignedIn(ADA, 101L, null))
                .when(signIn(true, 1, new GivenCode(101L, "x")))
                .expectEvents(REFUSED);
        person.given(events).when(signIn(true, 1, new GivenCode(null, "x"))).expectEvents(REFUSED);
        person.given(events).when(signIn(false, 1, new GivenCode(101L, "x"))).expectEvents(REFUSED);
    }

    @Test
    void a_recovery_code_counts_once() {
        person.given(RECORDED, CODES, PASSWORD)
                .when(signIn(true, 1, new GivenCode(null, "r1")))
                .expectEvents(new PersonSignedIn(ADA, null, "r1"));
        person.given(RECORDED, CODES, PASSWORD, new PersonSignedIn(ADA, null, "r1"))
                .when(signIn(true, 1, new GivenCode(null, "r1")))
                .expectEvents(REFUSED);
    }

    @Test
    void a_role_that_needs_an_app_sets_it_up_at_the_next_sign_in() {
        person.given(RECORDED, PASSWORD)
                .when(new SignInAtConsole(ADA, true, 1, null, true, null, null))
                .expectNoEvents()
                .expectResultMessagePayload(SignInAnswer.of(Result.NEEDS_SETUP));
        NewCodes offered = new NewCodes(1, "123456", List.of("r1", "r2"));
        person.given(RECORDED, PASSWORD)
                .when(new SignInAtConsole(ADA, true, 1, null, true, 100L, offered))
                .expectEvents(CODES, new PersonSignedIn(ADA, 100L, null));
        person.given(RECORDED, PASSWORD)
                .when(new SignInAtConsole(ADA, true, 1, null, true, null, offered))
                .expectEvents(REFUSED);
    }

    private static SignInAtConsole signIn(boolean isRight, int password, @Nullable GivenCode code) {
        return new SignInAtConsole(ADA, isRight, password, code, false, null, null);
    }

    @Test
    void the_secret_of_a_removed_app_does_not_come_back() {
        person.given(RECORDED, CODES).when(new RemoveCodes(ADA)).expectEvents(new PersonCodesRemoved(ADA));
        person.given(RECORDED).when(new RemoveCodes(ADA)).expectNoEvents();
        person.given(RECORDED, CODES, new PersonCodesRemoved(ADA))
                .when(new RecordCodes(ADA, 1, 200, List.of()))
                .expectException(refusal(Refusal.Kind.RULE, "setup-outdated"));
        person.given(RECORDED, CODES, new PersonCodesRemoved(ADA))
                .when(new RecordCodes(ADA, 2, 200, List.of("r3")))
                .expectEvents(new PersonCodesSet(ADA, 2, 200, List.of("r3")));
    }

    @Test
    void a_session_ends_by_its_name() {
        person.given(RECORDED)
                .when(new EndPersonSession(ADA, "s1", 99))
                .expectEvents(new PersonSessionEnded(ADA, "s1", 99));
    }

    @Test
    void a_mail_is_sent_until_its_delivery_ends() {
        person.given(RECORDED, INVITED).when(new ReadLinkMail(ADA, 1)).expectResultMessagePayload(new LinkMail(true));
        person.given(RECORDED, INVITED)
                .when(new EndLinkMail(ADA, 1, DeliveryOutcome.SENT))
                .expectEvents(new PersonLinkMailEnded(ADA, 1, DeliveryOutcome.SENT));
        person.given(RECORDED, INVITED, new PersonLinkMailEnded(ADA, 1, DeliveryOutcome.SENT))
                .when(new EndLinkMail(ADA, 1, DeliveryOutcome.SENT))
                .expectNoEvents();
        person.given(RECORDED, INVITED, PASSWORD)
                .when(new ReadLinkMail(ADA, 1))
                .expectResultMessagePayload(new LinkMail(false));
    }

    @Test
    void an_erasure_ends_the_person_once() {
        person.given(RECORDED, PASSWORD).when(new ErasePerson(ADA)).expectEvents(new PersonErased(ADA));
        person.given(RECORDED, new PersonErased(ADA)).when(new ErasePerson(ADA)).expectNoEvents();
    }
}
