package encore.command.contacts;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.contacts.ContactAddress;
import encore.kernel.contacts.ContactCommand.CountLookUp;
import encore.kernel.contacts.ContactCommand.CountPasswordTry;
import encore.kernel.contacts.ContactCommand.EndCodeDelivery;
import encore.kernel.contacts.ContactCommand.ForgetContact;
import encore.kernel.contacts.ContactCommand.ForgetUnusedContact;
import encore.kernel.contacts.ContactCommand.IssueVerification;
import encore.kernel.contacts.ContactCommand.OpenCodeRequest;
import encore.kernel.contacts.ContactCommand.ReadContact;
import encore.kernel.contacts.ContactCommand.ReadDelivery;
import encore.kernel.contacts.ContactCommand.RedeemVerification;
import encore.kernel.contacts.ContactCommand.TryCode;
import encore.kernel.contacts.ContactEvent;
import encore.kernel.contacts.ContactEvent.CodeAccepted;
import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactEvent.ContactForgotten;
import encore.kernel.contacts.ContactEvent.ContactKept;
import encore.kernel.contacts.ContactEvent.LookUpRecorded;
import encore.kernel.contacts.ContactEvent.VerificationUsed;
import encore.kernel.contacts.ContactEvent.WrongCodeGiven;
import encore.kernel.contacts.ContactEvent.WrongPasswordGiven;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.ContactValue;
import encore.kernel.contacts.CountedTry;
import encore.kernel.contacts.RequestedCode;
import encore.kernel.contacts.SubmittedCode;
import encore.kernel.contacts.VerifiedContact;
import encore.kernel.contacts.messages.DeliveredCode;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanId;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContactTest {

    private static final ContactId CONTACT = new ContactId(7, "c");
    private static final ContactValue ADA = new ContactValue(ContactKind.EMAIL, "ada@fans.example");
    private static final Claim CLAIM = new Claim("contact", 7, "email.ada@fans.example");
    private static final String HERE = "192.0.2.1";
    private static final Duration HOUR = Duration.ofHours(1);

    private final AggregateUnderTest<Contact> contact = new AggregateUnderTest<>(Contact.class);

    @Test
    void the_first_request_makes_key_and_claim_and_is_one_event_like_every_later_one() {
        contact.givenNoPriorActivity()
                .when(request("r", HERE))
                .expectEvents(requested("r", HERE, NOW))
                .expectResultMessagePayload(new RequestedCode("r", null, null));
        assertThat(contact.subjectKeys.made).containsExactly(CONTACT.toString());
        assertThat(contact.claims.ownerOf(CLAIM)).isEqualTo(CONTACT.toString());
        var again = new AggregateUnderTest<>(Contact.class);
        again.given(requested("r", HERE, NOW.minusSeconds(1)))
                .when(request("s", HERE))
                .expectEvents(requested("s", HERE, NOW));
        assertThat(again.subjectKeys.made).isEmpty();
    }

    @Test
    void the_claim_of_a_contact_that_ended_unreadably_is_taken_over() {
        contact.claims.held(CLAIM, new ContactId(7, "gone"));
        contact.givenNoPriorActivity().when(request("r", HERE)).expectEvents(requested("r", HERE, NOW));
        assertThat(contact.claims.ownerOf(CLAIM)).isEqualTo(CONTACT.toString());
    }

    @Test
    void a_contact_gets_five_codes_an_hour_and_a_network_three_of_them() {
        Instant began = NOW.minus(HOUR).plusSeconds(60);
        contact.given(requested("a", HERE, began), requested("b", HERE, began), requested("c", HERE, began))
                .when(request("r", HERE))
                .expectNoEvents()
                .expectResultMessagePayload(new RequestedCode("r", null, 60L));
        with("a", "b", "c").when(request("r", "192.0.2.2")).expectEvents(requested("r", "192.0.2.2", NOW));
        with("a", "b", "c").when(request("r", null)).expectEvents(requested("r", null, NOW));
        with("a", "b", "c", "d", "e")
                .when(request("r", "192.0.2.2"))
                .expectNoEvents()
                .expectResultMessagePayload(new RequestedCode("r", null, 3600L));
        with("a", "b", "c", "d", "e").when(request("r", null)).expectNoEvents();
    }

    @Test
    void a_request_counts_for_an_hour() {
        Instant anHourAgo = NOW.minus(HOUR);
        contact.given(requests(anHourAgo, "a", "b", "c", "d", "e"))
                .when(request("r", HERE))
                .expectEvents(requested("r", HERE, NOW));
    }

    @Test
    void a_right_code_is_good_once() {
        with("r")
                .when(new TryCode(CONTACT, "r", true, true))
                .expectEvents(new CodeAccepted(CONTACT, "r", null, null))
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        with("r", new CodeAccepted(CONTACT, "r", null, null))
                .when(new TryCode(CONTACT, "r", true, true))
                .expectNoEvents()
                .expectResultMessagePayload(SubmittedCode.WRONG);
    }

    @Test
    void a_right_code_that_is_only_asked_for_stays_good_and_a_wrong_one_uses_a_try_up() {
        with("r")
                .when(new TryCode(CONTACT, "r", true, false))
                .expectNoEvents()
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        with("r").when(new TryCode(CONTACT, "r", false, false)).expectEvents(new WrongCodeGiven(CONTACT, "r"));
    }

    @Test
    void each_request_has_five_tries_of_its_own() {
        Object[] wrong =
                Collections.nCopies(5, new WrongCodeGiven(CONTACT, "a")).toArray();
        with(requested("a", HERE, NOW), requested("b", HERE, NOW), wrong[0], wrong[1], wrong[2], wrong[3])
                .when(new TryCode(CONTACT, "a", true, true))
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        with(requested("a", HERE, NOW), wrong[0], wrong[1], wrong[2], wrong[3], wrong[4])
                .when(new TryCode(CONTACT, "a", true, true))
                .expectNoEvents()
                .expectResultMessagePayload(SubmittedCode.WRONG);
        with(requested("a", HERE, NOW), requested("b", HERE, NOW), wrong[0], wrong[1], wrong[2], wrong[3], wrong[4])
                .when(new TryCode(CONTACT, "b", true, true))
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
    }

    @Test
    void a_code_that_is_over_or_unknown_is_like_a_wrong_one_and_records_nothing() {
        Duration tenMinutes = Duration.ofMinutes(10);
        with(requested("r", HERE, NOW.minus(tenMinutes).plusMillis(1)))
                .when(new TryCode(CONTACT, "r", true, true))
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        for (boolean isRight : new boolean[] {true, false}) {
            with(requested("r", HERE, NOW.minus(tenMinutes)))
                    .when(new TryCode(CONTACT, "r", isRight, true))
                    .expectNoEvents()
                    .expectResultMessagePayload(SubmittedCode.WRONG);
            with("r")
                    .when(new TryCode(CONTACT, "other", isRight, true))
                    .expectNoEvents()
                    .expectResultMessagePayload(SubmittedCode.WRONG);
        }
    }

    @Test
    void a_verification_is_issued_for_a_right_code_alone() {
        with("r")
                .when(new IssueVerification(CONTACT, "r", true, "hash"))
                .expectEvents(verified("r", "hash", NOW))
                .expectResultMessagePayload(new VerifiedContact(CONTACT, HERE));
        with("r")
                .when(new IssueVerification(CONTACT, "r", false, "hash"))
                .expectEvents(new WrongCodeGiven(CONTACT, "r"))
                .expectResultMessagePayload(VerifiedContact.WRONG);
    }

    @Test
    void a_verification_is_good_for_half_an_hour_once() {
        Duration halfAnHour = Duration.ofMinutes(30);
        CodeRequested request = requested("r", HERE, NOW.minus(halfAnHour));
        CodeAccepted inTime = verified("r", "hash", NOW.minus(halfAnHour).plusMillis(1));
        with(request, inTime)
                .when(new RedeemVerification(CONTACT, "r", "hash", true))
                .expectEvents(new VerificationUsed(CONTACT, "r"))
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        with(request, inTime)
                .when(new RedeemVerification(CONTACT, "r", "hash", false))
                .expectNoEvents()
                .expectResultMessagePayload(new SubmittedCode(CONTACT));
        isWrong(
                new RedeemVerification(CONTACT, "r", "hash", true),
                request,
                inTime,
                new VerificationUsed(CONTACT, "r"));
        isWrong(
                new RedeemVerification(CONTACT, "r", "hash", true),
                request,
                verified("r", "hash", NOW.minus(halfAnHour)));
        isWrong(new RedeemVerification(CONTACT, "r", "other", true), request, inTime);
        isWrong(new RedeemVerification(CONTACT, "s", "hash", true), request, inTime);
        isWrong(new RedeemVerification(CONTACT, "r", "hash", true), request);
    }

    private void isWrong(RedeemVerification command, Object... events) {
        with(events).when(command).expectNoEvents().expectResultMessagePayload(SubmittedCode.WRONG);
    }

    @Test
    void thirty_look_ups_an_hour_are_counted_and_the_next_one_waits() {
        contact.givenNoPriorActivity()
                .when(new CountLookUp(CONTACT, ADA))
                .expectEvents(lookedUp(NOW))
                .expectResultMessagePayload(new CountedTry(null));
        with(nCopies(29, lookedUp(NOW))).when(new CountLookUp(CONTACT, ADA)).expectEvents(lookedUp(NOW));
        with(nCopies(30, lookedUp(NOW.minusSeconds(600))))
                .when(new CountLookUp(CONTACT, ADA))
                .expectNoEvents()
                .expectResultMessagePayload(new CountedTry(3000L));
        with(nCopies(30, lookedUp(NOW.minus(HOUR))))
                .when(new CountLookUp(CONTACT, ADA))
                .expectEvents(lookedUp(NOW));
    }

    @Test
    void after_ten_wrong_passwords_a_right_one_waits_as_well_and_codes_go_on() {
        contact.givenNoPriorActivity()
                .when(new CountPasswordTry(CONTACT, ADA, false))
                .expectEvents(wrongPassword(NOW))
                .expectResultMessagePayload(new CountedTry(null));
        with(nCopies(9, wrongPassword(NOW)))
                .when(new CountPasswordTry(CONTACT, ADA, true))
                .expectNoEvents()
                .expectResultMessagePayload(new CountedTry(null));
        for (boolean isRight : new boolean[] {true, false}) {
            with(nCopies(10, wrongPassword(NOW)))
                    .when(new CountPasswordTry(CONTACT, ADA, isRight))
                    .expectNoEvents()
                    .expectResultMessagePayload(new CountedTry(3600L));
        }
        with(nCopies(10, wrongPassword(NOW))).when(request("r", HERE)).expectEvents(requested("r", HERE, NOW));
    }

    @Test
    void a_delivery_ends_once() {
        with("r")
                .when(new ReadDelivery(CONTACT, "r"))
                .expectNoEvents()
                .expectResultMessagePayload(new DeliveredCode(null, true));
        CodeDeliveryEnded sent = new CodeDeliveryEnded(CONTACT, "r", DeliveryOutcome.SENT);
        with("r").when(new EndCodeDelivery(CONTACT, "r", DeliveryOutcome.SENT)).expectEvents(sent);
        with("r", sent)
                .when(new EndCodeDelivery(CONTACT, "r", DeliveryOutcome.EXPIRED))
                .expectNoEvents();
        with("r", sent).when(new ReadDelivery(CONTACT, "r")).expectResultMessagePayload(new DeliveredCode(null, false));
        with("r", new CodeAccepted(CONTACT, "r", null, null))
                .when(new ReadDelivery(CONTACT, "r"))
                .expectResultMessagePayload(new DeliveredCode(null, false));
    }

    @Test
    void a_contact_can_be_read_until_it_is_forgotten() {
        with("r").when(new ReadContact(CONTACT)).expectNoEvents().expectResultMessagePayload(new ContactAddress(ADA));
        with("r", new ContactForgotten(CONTACT)).when(new ReadContact(CONTACT)).expectException(refusalAsUnknown());
    }

    @Test
    void a_forgotten_contact_releases_its_claim_and_a_late_command_finds_another_stream() {
        contact.claims.held(CLAIM, CONTACT);
        contact.given(requested("r", HERE, NOW))
                .when(new ForgetContact(CONTACT))
                .expectEvents(new ContactForgotten(CONTACT));
        assertThat(contact.claims.held).isEmpty();
        with("r", new ContactForgotten(CONTACT))
                .when(new ForgetContact(CONTACT))
                .expectException(refusalAsUnknown());
        with("r", new ContactForgotten(CONTACT))
                .when(request("s", HERE))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "contact-forgotten"));
    }

    @Test
    void a_contact_is_forgotten_after_seven_days_without_code_and_wrong_password_unless_a_fan_has_it() {
        Instant longAgo = NOW.minus(Duration.ofDays(7));
        with(requested("r", HERE, longAgo))
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactForgotten(CONTACT));
        with(wrongPassword(longAgo)).when(new ForgetUnusedContact(CONTACT)).expectEvents(new ContactForgotten(CONTACT));
        with(lookedUp(longAgo), lookedUp(NOW))
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactForgotten(CONTACT));
        with(lookedUp(longAgo.plusMillis(1)))
                .when(new ForgetUnusedContact(CONTACT))
                .expectNoEvents();
        with(requested("r", HERE, longAgo.plusMillis(1)))
                .when(new ForgetUnusedContact(CONTACT))
                .expectNoEvents();
        with(requested("r", HERE, longAgo), wrongPassword(NOW))
                .when(new ForgetUnusedContact(CONTACT))
                .expectNoEvents();

        FanId fan = new FanId(7, 42);
        contact.claims.held(new Claim("email", 7, ADA.value()), fan);
        contact.streams.open(fan);
        contact.given(requested("r", HERE, longAgo))
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactKept(CONTACT, ContactKind.EMAIL, fan));
        var erased = new AggregateUnderTest<>(Contact.class);
        erased.claims.held(new Claim("email", 7, ADA.value()), fan);
        erased.given(requested("r", HERE, longAgo))
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactForgotten(CONTACT));
    }

    @Test
    void a_kept_contact_is_recorded_once_for_each_fan_and_forgotten_when_no_fan_has_it() {
        Instant longAgo = NOW.minus(Duration.ofDays(7));
        FanId fan = new FanId(7, 42);
        ContactKept kept = new ContactKept(CONTACT, ContactKind.EMAIL, fan);
        contact.claims.held(new Claim("email", 7, ADA.value()), fan);
        contact.streams.open(fan);
        contact.given(requested("r", HERE, longAgo), kept)
                .when(new ForgetUnusedContact(CONTACT))
                .expectNoEvents();
        var moved = new AggregateUnderTest<>(Contact.class);
        FanId other = new FanId(7, 43);
        moved.claims.held(new Claim("email", 7, ADA.value()), other);
        moved.streams.open(other);
        moved.given(requested("r", HERE, longAgo), kept)
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactKept(CONTACT, ContactKind.EMAIL, other));
        with(requested("r", HERE, longAgo), kept)
                .when(new ForgetUnusedContact(CONTACT))
                .expectEvents(new ContactForgotten(CONTACT));
    }

    /** Of several fixtures in one test each is a new one: Axon's are for one use. */
    private static org.axonframework.test.aggregate.TestExecutor<Contact> with(Object... events) {
        List<ContactEvent> given = Stream.of(events)
                .map(event -> event instanceof String uid ? requested(uid, HERE, NOW) : (ContactEvent) event)
                .toList();
        return new AggregateUnderTest<>(Contact.class).given(given);
    }

    private static Object[] nCopies(int count, ContactEvent event) {
        return IntStream.range(0, count).mapToObj(i -> event).toArray();
    }

    private static Object[] requests(Instant at, String... uids) {
        return Stream.of(uids).map(uid -> requested(uid, HERE, at)).toArray();
    }

    private static OpenCodeRequest request(String uid, @Nullable String network) {
        return new OpenCodeRequest(CONTACT, ADA, uid, network, "Acme");
    }

    private static CodeRequested requested(String uid, @Nullable String network, Instant at) {
        return new CodeRequested(
                CONTACT, ADA.kind(), ADA.value(), uid, network, "Acme", at.plus(Duration.ofMinutes(10)), at.plus(HOUR));
    }

    private static CodeAccepted verified(String uid, String hash, Instant at) {
        return new CodeAccepted(CONTACT, uid, hash, at.plus(Duration.ofMinutes(30)));
    }

    private static LookUpRecorded lookedUp(Instant at) {
        return new LookUpRecorded(CONTACT, ADA.kind(), ADA.value(), at.plus(HOUR));
    }

    private static WrongPasswordGiven wrongPassword(Instant at) {
        return new WrongPasswordGiven(CONTACT, ADA.kind(), ADA.value(), at.plus(HOUR));
    }
}
