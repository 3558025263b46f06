package encore.command.contacts.delivery;

import encore.infra.eventstore.log.StartRefused;
import encore.kernel.names.Blanks;
import jakarta.mail.internet.AddressException;
import jakarta.mail.internet.InternetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How this installation sends messages. Command nodes read these settings.
 *
 * @param mail the mail server; null if mail cannot be sent
 * @param sms the SMS webhook; null if SMS cannot be sent
 * @param isDemo whether a message that cannot be sent is shown in the demo's mailbox
 */
public record MessageSettings(@Nullable Mail mail, @Nullable Sms sms, boolean isDemo) {

    /** The settings of an installation that sends nothing. */
    public static final MessageSettings NONE = new MessageSettings(null, null, false);

    private static final int LEAST_SECRET_BYTES = 24;
    private static final String SECRET_PREFIX = "whsec_";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * A mail server.
     *
     * @param isImplicitTls whether the connection begins with TLS ({@code smtps}). Otherwise STARTTLS is used if the server
     *     offers it, and required before a password is sent to another machine
     */
    public record Mail(
            String host,
            int port,
            boolean isImplicitTls,
            @Nullable String user,
            @Nullable String password,
            String from) {

        boolean requiresStartTls() {
            return !isImplicitTls && user != null && !LOOPBACK.contains(host);
        }

        @Override
        public String toString() {
            return "Mail[" + host + ":" + port + "]";
        }
    }

    /** An SMS webhook, with the secret that signs its requests. */
    public record Sms(URI url, String secret) {
        @Override
        public String toString() {
            return "Sms[" + url.getHost() + "]";
        }
    }

    /**
     * Reads the settings.
     *
     * @param settings returns the value of a setting, or null
     * @throws StartRefused for a wrong setting, which the sentence names
     */
    public static MessageSettings read(Function<String, @Nullable String> settings, boolean isDemo) {
        return new MessageSettings(
                mail(text(settings, "SMTP_URL"), text(settings, "MAIL_FROM")),
                sms(text(settings, "SMS_WEBHOOK_URL"), text(settings, "SMS_WEBHOOK_SECRET")),
                isDemo);
    }

    private static @Nullable String text(Function<String, @Nullable String> settings, String name) {
        String value = settings.apply(name);
        return value == null || Blanks.isBlank(value) ? null : Blanks.trim(value);
    }

    private static @Nullable Mail mail(@Nullable String url, @Nullable String from) {
        if (url == null && from == null) {
            return null;
        }
        if (url == null || from == null) {
            throw new StartRefused("SMTP_URL and MAIL_FROM belong together: set both or none.");
        }
        URI uri = uri("SMTP_URL", url);
        boolean isImplicitTls = "smtps".equals(uri.getScheme());
        boolean isKnown = isImplicitTls || "smtp".equals(uri.getScheme());
        boolean hasPath = uri.getPath() != null
                && !uri.getPath().isEmpty()
                && !uri.getPath().equals("/");
        if (!isKnown || uri.getHost() == null || hasPath || uri.getQuery() != null) {
            throw new StartRefused("SMTP_URL must be smtp://host:port or smtps://host:port, with user:password@ before"
                    + " the host if the server needs them.");
        }
        String[] login = uri.getRawUserInfo() == null
                ? new String[0]
                : uri.getRawUserInfo().split(":", 2);
        if (login.length == 1) {
            throw new StartRefused("SMTP_URL names a user without a password: write user:password@host.");
        }
        return new Mail(
                uri.getHost(),
                uri.getPort() > 0 ? uri.getPort() : isImplicitTls ? 465 : 587,
                isImplicitTls,
                login.length == 0 ? null : decoded(login[0]),
                login.length == 0 ? null : decoded(login[1]),
                mailAddress(from));
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String mailAddress(String from) {
        try {
            InternetAddress[] addresses = InternetAddress.parse(from, true);
            if (addresses.length == 1
                    && from.chars().noneMatch(Character::isISOControl)
                    && addresses[0].getAddress().contains("@")) {
                addresses[0].validate();
                return from;
            }
        } catch (AddressException malformed) {
            // reported below
        }
        throw new StartRefused("MAIL_FROM must be an email address, with or without a name: Name <mail@example.com>.");
    }

    private static @Nullable Sms sms(@Nullable String url, @Nullable String secret) {
        if (url == null && secret == null) {
            return null;
        }
        if (url == null || secret == null) {
            throw new StartRefused("SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET belong together: set both or none.");
        }
        URI uri = uri("SMS_WEBHOOK_URL", url);
        boolean isSafe = "https".equals(uri.getScheme())
                || "http".equals(uri.getScheme()) && uri.getHost() != null && LOOPBACK.contains(uri.getHost());
        if (!isSafe || uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
            throw new StartRefused("SMS_WEBHOOK_URL must begin with https://, or with http:// and a loopback address.");
        }
        if (!isStrong(secret)) {
            throw new StartRefused("SMS_WEBHOOK_SECRET must be whsec_ and at least " + LEAST_SECRET_BYTES
                    + " random bytes in Base64: echo whsec_$(openssl rand -base64 32) creates one.");
        }
        return new Sms(uri, secret);
    }

    private static boolean isStrong(String secret) {
        if (!secret.startsWith(SECRET_PREFIX)) {
            return false;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
            long distinct = IntStream.range(0, bytes.length)
                    .map(i -> bytes[i])
                    .distinct()
                    .count();
            return bytes.length >= LEAST_SECRET_BYTES && distinct >= LEAST_SECRET_BYTES / 2;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static URI uri(String name, String value) {
        try {
            return new URI(value);
        } catch (URISyntaxException malformed) {
            // The value may contain a password, so the sentence does not repeat it.
            throw new StartRefused(name + " is not a URL.");
        }
    }
}
