package encore.command.contacts.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import encore.command.contacts.delivery.MessageSettings.Mail;
import encore.command.contacts.delivery.MessageSettings.Sms;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.kernel.contacts.ContactKind;
import encore.kernel.contacts.messages.CodeMessage;
import encore.kernel.contacts.messages.DeliveryOutcome;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

/** Slow servers, each kind of message on threads of its own. */
class MessageDeliveryTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private HttpServer webhook;
    private ServerSocket silentMailServer;
    private MessageDelivery delivery;

    @BeforeEach
    void start() throws IOException {
        silentMailServer = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        webhook.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        webhook.start();
        delivery = with(new MessageSettings(
                new Mail("127.0.0.1", silentMailServer.getLocalPort(), false, null, null, "a@b.example"),
                new Sms(URI.create("http://127.0.0.1:" + webhook.getAddress().getPort()), SECRET),
                false));
    }

    private static MessageDelivery with(MessageSettings settings) {
        var beans = new StaticListableBeanFactory();
        beans.addBean("settings", settings);
        return new MessageDelivery(
                new MessageChannels(beans.getBeanProvider(MessageSettings.class)), DeliveryHold.none());
    }

    @AfterEach
    void stop() throws IOException {
        delivery.destroy();
        webhook.stop(0);
        silentMailServer.close();
    }

    @Test
    void a_silent_mail_server_holds_up_no_text_message() throws InterruptedException {
        for (int i = 0; i < 50; i++) {
            assertThat(delivery.attempt(ContactKind.EMAIL, mail("m" + i), soon()))
                    .isNull();
        }
        assertThat(delivery.isRunning("m0")).isTrue();
        long begin = System.nanoTime();
        DeliveryOutcome outcome = null;
        while (outcome == null
                && System.nanoTime() - begin < Duration.ofSeconds(30).toNanos()) {
            Thread.sleep(10);
            outcome = delivery.attempt(ContactKind.PHONE, text("s"), soon());
        }
        assertThat(outcome).isEqualTo(DeliveryOutcome.SENT);
        assertThat(delivery.isRunning("m49"))
                .as("the mail server is still silent")
                .isTrue();
    }

    @Test
    void a_message_has_one_attempt_at_a_time_and_a_repeat_only_looks() {
        assertThat(delivery.attempt(ContactKind.EMAIL, mail("m"), soon())).isNull();
        long begin = System.nanoTime();
        for (int i = 0; i < 1_000; i++) {
            assertThat(delivery.attempt(ContactKind.EMAIL, mail("m"), soon())).isNull();
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void no_attempt_begins_too_late() {
        assertThat(delivery.attempt(ContactKind.PHONE, text("s"), Instant.now()))
                .isNull();
        assertThat(delivery.lateOutcome("s")).isEqualTo(DeliveryOutcome.EXPIRED);
    }

    @Test
    void without_a_channel_nothing_is_tried_and_the_demo_shows_what_it_does_not_send() {
        MessageDelivery nothing = with(MessageSettings.NONE);
        assertThat(nothing.attempt(ContactKind.PHONE, text("s"), soon())).isEqualTo(DeliveryOutcome.NO_CHANNEL);
        nothing.destroy();
        MessageDelivery demo = with(new MessageSettings(null, null, true));
        assertThat(demo.attempt(ContactKind.EMAIL, mail("m"), soon())).isEqualTo(DeliveryOutcome.SHOWN);
        demo.destroy();
    }

    private static Instant soon() {
        return Instant.now().plusSeconds(60);
    }

    private static OutgoingMessage mail(String id) {
        return new OutgoingMessage(id, "ada@fans.example", CodeMessage.of(ContactKind.EMAIL, "Acme", "012345"));
    }

    private static OutgoingMessage text(String id) {
        return new OutgoingMessage(id, "+4915112345678", CodeMessage.of(ContactKind.PHONE, "Acme", "012345"));
    }
}
