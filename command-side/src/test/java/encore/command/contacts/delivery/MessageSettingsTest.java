package encore.command.contacts.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.contacts.delivery.MessageSettings.Mail;
import encore.command.contacts.delivery.MessageSettings.Sms;
import encore.infra.eventstore.log.StartRefused;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageSettingsTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @Test
    void nothing_is_set_and_nothing_is_sent() {
        assertThat(MessageSettings.read(name -> null, false)).isEqualTo(MessageSettings.NONE);
    }

    @Test
    void a_mail_server_is_named_by_a_url() {
        assertThat(mail("smtp://mail.example.com")).isEqualTo(mail("mail.example.com", 587, false, null, null));
        assertThat(mail("smtps://u%40x:p%3Aq@mail.example.com/"))
                .isEqualTo(mail("mail.example.com", 465, true, "u@x", "p:q"));
        assertThat(mail("smtp://u:p@mail.example.com:2525").requiresStartTls()).isTrue();
        assertThat(mail("smtp://u:p@localhost:2525").requiresStartTls()).isFalse();
        assertThat(mail("smtp://u:geheim@mail.example.com").toString()).doesNotContain("geheim");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mail.example.com",
                "http://mail.example.com",
                "smtp://",
                "smtp://u@mail.example.com",
                "smtp://mail.example.com/path",
                "smtp://mail example"
            })
    void a_wrong_url_is_named_and_not_repeated(String url) {
        refused(Map.of("SMTP_URL", url, "MAIL_FROM", "a@b.example"), "SMTP_URL");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nobody", "a@b.example\r\nBcc: c@d.example", "a@b.example, c@d.example", "@"})
    void mail_comes_from_one_address(String from) {
        refused(Map.of("SMTP_URL", "smtp://localhost", "MAIL_FROM", from), "MAIL_FROM");
    }

    @Test
    void settings_that_belong_together_are_set_together() {
        refused(Map.of("SMTP_URL", "smtp://localhost"), "MAIL_FROM");
        refused(Map.of("MAIL_FROM", "a@b.example"), "SMTP_URL");
        refused(Map.of("SMS_WEBHOOK_URL", "https://sms.example"), "SMS_WEBHOOK_SECRET");
        refused(Map.of("SMS_WEBHOOK_SECRET", SECRET), "SMS_WEBHOOK_URL");
    }

    @Test
    void a_webhook_is_called_over_tls_or_on_this_machine() {
        for (String url : new String[] {"https://sms.example/send?x=1", "http://127.0.0.1:9", "http://[::1]:9/a"}) {
            assertThat(MessageSettings.read(webhook(url, SECRET)::get, false).sms())
                    .isEqualTo(new Sms(URI.create(url), SECRET));
        }
        for (String url : new String[] {
            "http://sms.example",
            "http://127.0.0.1.sms.example",
            "ftp://sms.example",
            "https://u:p@sms.example",
            "https:"
        }) {
            refused(webhook(url, SECRET), "SMS_WEBHOOK_URL");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_MfKQ9r8GKYqrTwjUPD8I",
                "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
                "whsec_not base64 not base64 not base64!!"
            })
    void a_weak_secret_is_refused_and_not_repeated(String secret) {
        refused(webhook("https://sms.example", secret), "SMS_WEBHOOK_SECRET");
    }

    private static Map<String, String> webhook(String url, String secret) {
        return new HashMap<>(Map.of("SMS_WEBHOOK_URL", url, "SMS_WEBHOOK_SECRET", secret));
    }

    private static void refused(Map<String, String> settings, String named) {
        assertThatThrownBy(() -> MessageSettings.read(settings::get, false))
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining(named)
                .message()
                .doesNotContain(
                        settings.getOrDefault("SMS_WEBHOOK_SECRET", "*").length() > 6
                                ? settings.getOrDefault("SMS_WEBHOOK_SECRET", "*")
                                : "*");
    }

    private static Mail mail(String url) {
        Mail mail = MessageSettings.read(Map.of("SMTP_URL", url, "MAIL_FROM", "A <a@b.example>")::get, true)
                .mail();
        assertThat(mail).isNotNull();
        return mail;
    }

    private static Mail mail(String host, int port, boolean isImplicitTls, String user, String password) {
        return new Mail(host, port, isImplicitTls, user, password, "A <a@b.example>");
    }
}
