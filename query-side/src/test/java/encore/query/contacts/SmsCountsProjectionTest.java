package encore.query.contacts;

import static encore.query.ProjectionUnderTest.START;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.contacts.ContactEvent.CodeDeliveryEnded;
import encore.kernel.contacts.ContactEvent.CodeRequested;
import encore.kernel.contacts.ContactId;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.contacts.messages.MessagesQuery.CountSms;
import encore.kernel.contacts.messages.MessagesQuery.SmsDay;
import encore.kernel.time.Days;
import encore.query.ProjectionUnderTest;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SmsCountsProjectionTest {

    private static final LocalDate FIRST = LocalDate.parse("2026-03-01");
    private static final ContactId PHONE = new ContactId(7, "p");
    private static final ContactId EMAIL = new ContactId(7, "e");

    private final ProjectionUnderTest<SmsCountsProjection> sms = new ProjectionUnderTest<>(SmsCountsProjection::new);

    @AfterEach
    void close() {
        sms.close();
    }

    @Test
    void requests_and_outcomes_of_phones_count_on_their_days() {
        sms.given(
                requested(PHONE, ContactKind.PHONE, "r1"),
                requested(EMAIL, ContactKind.EMAIL, "r2"),
                requested(PHONE, ContactKind.PHONE, "r3"),
                requested(new ContactId(8, "p"), ContactKind.PHONE, "r4"),
                ended(PHONE, "r1", DeliveryOutcome.SENT),
                ended(EMAIL, "r2", DeliveryOutcome.SENT));
        sms.at(START.plus(Duration.ofDays(1))).given(ended(PHONE, "r3", DeliveryOutcome.EXPIRED));
        List<SmsDay> expected = List.of(new SmsDay(FIRST, 2, 1, 0), new SmsDay(FIRST.plusDays(1), 0, 0, 1));
        assertThat(count(sms, new Days(FIRST, FIRST.plusDays(1)))).isEqualTo(expected);
        assertThat(count(sms, new Days(FIRST.plusDays(1), FIRST.plusDays(1)))).isEqualTo(expected.subList(1, 2));
        try (var again = sms.replayed()) {
            assertThat(count(again, Days.ALL)).isEqualTo(expected);
        }
    }

    @Test
    void each_outcome_is_sent_or_failed() {
        for (DeliveryOutcome outcome : DeliveryOutcome.values()) {
            sms.given(requested(PHONE, ContactKind.PHONE, outcome.word()), ended(PHONE, outcome.word(), outcome));
        }
        assertThat(count(sms, Days.ALL)).containsExactly(new SmsDay(FIRST, 5, 2, 3));
    }

    private static List<SmsDay> count(ProjectionUnderTest<SmsCountsProjection> of, Days days) {
        return of.read(documents -> of.projection().find(new CountSms(7, days), documents));
    }

    private static CodeRequested requested(ContactId contact, ContactKind kind, String request) {
        return new CodeRequested(contact, kind, "x", request, null, "Arena", START, START);
    }

    private static CodeDeliveryEnded ended(ContactId contact, String request, DeliveryOutcome outcome) {
        return new CodeDeliveryEnded(contact, request, outcome);
    }
}
