package encore.command.fans;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.Refusals.refusalAsUnknown;

import encore.command.AggregateUnderTest;
import encore.kernel.contacts.messages.DeliveryOutcome;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.qrmails.QrMailCommand.EndQrMail;
import encore.kernel.qrmails.QrMailCommand.ReadQrMail;
import encore.kernel.qrmails.QrMailCommand.RequestQrMail;
import encore.kernel.qrmails.QrMailEvent.QrMailEnded;
import encore.kernel.qrmails.QrMailEvent.QrMailRequested;
import encore.kernel.qrmails.QrMailState;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QrMailsOfFanTest {

    private static final FanId ADA = new FanId(7, 42);
    private static final QrMailRequested REQUESTED = new QrMailRequested(ADA, "p1", "ada@fans.example", "A drink");

    private final AggregateUnderTest<Fan> fan = new AggregateUnderTest<>(Fan.class);

    @Test
    void a_mail_goes_to_the_email_of_that_moment_once() {
        fan.given(registered("ada@fans.example"))
                .when(request(NOW))
                .expectEvents(REQUESTED)
                .expectResultMessagePayload(new QrMailState("p1", true));
        fan.given(registered("ada@fans.example"), REQUESTED).when(request(NOW)).expectNoEvents();
    }

    @Test
    void a_fan_without_an_email_gets_none() {
        fan.given(registered(null))
                .when(request(NOW))
                .expectNoEvents()
                .expectResultMessagePayload(new QrMailState("p1", false));
    }

    @Test
    void a_code_that_was_given_long_ago_is_not_mailed() {
        fan.given(registered("ada@fans.example"))
                .when(request(NOW.minus(Duration.ofDays(1))))
                .expectNoEvents();
        fan.given(registered("ada@fans.example"))
                .when(request(NOW.minus(Duration.ofDays(1)).plusMillis(1)))
                .expectEvents(REQUESTED);
    }

    @Test
    void a_delivery_ends_once() {
        EndQrMail end = new EndQrMail(ADA, "p1", DeliveryOutcome.SENT);
        QrMailEnded ended = new QrMailEnded(ADA, "p1", DeliveryOutcome.SENT);
        ReadQrMail tell = new ReadQrMail(ADA, "p1");
        fan.given(registered("ada@fans.example"), REQUESTED)
                .when(tell)
                .expectNoEvents()
                .expectResultMessagePayload(new QrMailState("p1", true));
        fan.given(registered("ada@fans.example"), REQUESTED).when(end).expectEvents(ended);
        fan.given(registered("ada@fans.example"), REQUESTED, ended).when(end).expectNoEvents();
        fan.given(registered("ada@fans.example"), REQUESTED, ended)
                .when(tell)
                .expectResultMessagePayload(new QrMailState("p1", false));
    }

    @Test
    void an_erased_fan_is_mailed_nothing() {
        fan.given(registered("ada@fans.example"), new FanErased(ADA))
                .when(request(NOW))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    private static RequestQrMail request(Instant givenAt) {
        return new RequestQrMail(ADA, "p1", "A drink", givenAt);
    }

    private static FanRegistered registered(@Nullable String email) {
        Profile profile = ProfileBuilder.builder(Profile.EMPTY)
                .email(email)
                .phone("+4312345678")
                .build();
        return new FanRegistered(ADA, profile, Consent.EMPTY);
    }
}
