package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The mail server is gone or says nothing: the login stays fast, and the mail follows. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the mail server stands outside, whatever sends to it")
class MailOutageJourneyTest extends Journey {

    private static final String CONNECT = "/api/v1/sessions/connect";

    /** The most that a busy machine may need; a caller who waited for the mail server would need ten seconds. */
    private static final Duration FAST = Duration.ofSeconds(8);

    @Test
    void connect_stays_fast_while_mail_is_dead_or_slow_and_the_mail_follows(@TempDir Path data) throws IOException {
        try (SentCodes sent = new SentCodes();
                RunningEncore encore = RunningEncore.on(data, sent.settings())) {
            Api server = encore.newAccount();
            Api app = FanSessions.app(server);
            long business = server.business("Doors");
            sent.stopMails();
            List<String> emails = new ArrayList<>();
            List<String> requests = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                emails.add(SentCodes.email("ada"));
                server.fan(emails.getLast());
                requests.add(ask(app, business, "email", emails.getLast()));
            }
            String phone = SentCodes.phone();
            String text = ask(app, business, "phone", phone);
            submit(app, business, text, sent.next(phone));
            try (ServerSocket silent = new ServerSocket(sent.mailPort(), 50, InetAddress.getLoopbackAddress())) {
                emails.add(SentCodes.email("ben"));
                requests.add(ask(app, business, "email", emails.getLast()));
                String other = SentCodes.phone();
                submit(app, business, ask(app, business, "phone", other), sent.next(other));
                assertThat(silent.isBound()).isTrue();
            }
            sent.startMails();
            for (int i = 0; i < emails.size(); i++) {
                submit(app, business, requests.get(i), sent.next(emails.get(i)));
                assertThat(sent.count(emails.get(i))).isEqualTo(1);
            }
            assertThat(server.get("/api/v1/manage/dead_letters").mustBe(200).text())
                    .doesNotContain("contact");
        }
    }

    /** Asks for a code; its request_uid. */
    private static String ask(Api app, long business, String kind, String contact) {
        long began = System.nanoTime();
        String request = app.made(
                CONNECT,
                "request_uid",
                "network",
                kind.equals("email") ? "verify_email" : "verify_sms",
                "business_id",
                business,
                kind,
                contact);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(FAST);
        return request;
    }

    private static void submit(Api app, long business, String request, String code) {
        app.post(
                        CONNECT,
                        "network",
                        "submit_verification_code",
                        "business_id",
                        business,
                        "request_uid",
                        request,
                        "verification_code",
                        code)
                .mustBe(200);
    }
}
