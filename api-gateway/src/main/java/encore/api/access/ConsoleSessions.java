package encore.api.access;

import encore.api.keys.Keys;
import encore.api.keys.KnownKey;
import encore.api.problems.Problem;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Tells who has signed in at the console: a short cookie stands for a key pair that was shown once. It is sealed, not
 * kept, so every gateway knows it; the key behind it is looked up each time, so revoking the key ends it.
 */
@Component
public class ConsoleSessions {

    /** A page of another origin cannot set it without a preflight, and no preflight allows it. */
    public static final String HEADER = "Encore-Console";

    static final String COOKIE = "encore_console";

    /** Without the page, which renews it, a session is over soon. */
    public static final Duration LIFE = Duration.ofMinutes(15);

    /** However often it is renewed. */
    private static final Duration LONGEST = Duration.ofHours(12);

    private static final Pattern FORM =
            Pattern.compile("1\\.(\\d{1,12})\\.(\\d{1,12})\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]{43})");
    private static final String SITE = "Sec-Fetch-Site";
    private static final String ALGORITHM = "HmacSHA256";

    private final Keys keys;
    private final Clock clock;

    @Autowired
    ConsoleSessions(Keys keys) {
        this(keys, Clock.systemUTC());
    }

    ConsoleSessions(Keys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    record Session(KnownKey key, long begun, Instant until) {}

    /** A cookie for the key that this call showed, or that its session stands for. */
    public ResponseCookie open(ServerHttpRequest request, String apiKey) {
        mustBeOurPage(request);
        KnownKey key = keys.find(apiKey);
        if (key == null) {
            throw Problem.unauthorized("key-unknown", "There is no such api_key.");
        }
        Session now = session(cookie(request.getHeaders()));
        long begun = now != null && now.key().actor().equals(key.actor())
                ? now.begun()
                : clock.instant().getEpochSecond();
        long until = Math.min(clock.instant().plus(LIFE).getEpochSecond(), begun + LONGEST.toSeconds());
        String name = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(apiKey));
        String told = "1." + begun + "." + until + "." + name;
        Duration rest = Duration.ofSeconds(Math.max(0, until - clock.instant().getEpochSecond()));
        return cookie(request, told + "." + seal(told, key), rest);
    }

    /** Takes the cookie away. */
    public ResponseCookie close(ServerHttpRequest request) {
        mustBeOurPage(request);
        return cookie(request, "", Duration.ZERO);
    }

    /** The key that a call of the console's own pages stands for; null when it brings no session that is good now. */
    @Nullable
    KnownKey key(ServerHttpRequest request) {
        Session session = isOurPage(request) ? session(cookie(request.getHeaders())) : null;
        return session == null ? null : session.key();
    }

    /**
     * The session that a connection's opening brings. Pages cannot add a header to that, but browsers always say whose
     * page it is, and the caller has looked at that.
     */
    @Nullable
    Session ofConnection(HttpHeaders headers) {
        return session(cookie(headers));
    }

    boolean isOver(Instant until) {
        return until.isBefore(clock.instant());
    }

    private static String cookie(HttpHeaders headers) {
        for (String line : headers.getOrEmpty(HttpHeaders.COOKIE)) {
            for (String pair : line.split(";")) {
                String told = pair.strip();
                if (told.startsWith(COOKIE + "=")) {
                    return told.substring(COOKIE.length() + 1);
                }
            }
        }
        return "";
    }

    private @Nullable Session session(String value) {
        Matcher form = FORM.matcher(value);
        if (!form.matches()) {
            return null;
        }
        Instant until = Instant.ofEpochSecond(Long.parseLong(form.group(2)));
        if (isOver(until)) {
            return null;
        }
        KnownKey key = keys.find(named(form.group(3)));
        if (key == null) {
            return null;
        }
        String told = value.substring(0, form.end(3));
        return MessageDigest.isEqual(bytes(seal(told, key)), bytes(form.group(4)))
                ? new Session(key, Long.parseLong(form.group(1)), until)
                : null;
    }

    private static String named(String base64) {
        try {
            return new String(Base64.getUrlDecoder().decode(base64), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    private static ResponseCookie cookie(ServerHttpRequest request, String value, Duration life) {
        return ResponseCookie.from(COOKIE, value)
                .httpOnly(true)
                .secure(isEncrypted(request))
                .sameSite("Strict")
                .path("/")
                .maxAge(life)
                .build();
    }

    /** Behind a proxy that speaks TLS for us, the proxy says so; who lies about it harms only itself. */
    private static boolean isEncrypted(ServerHttpRequest request) {
        return "https".equals(request.getURI().getScheme())
                || "https".equals(request.getHeaders().getFirst("X-Forwarded-Proto"));
    }

    private static void mustBeOurPage(ServerHttpRequest request) {
        if (!isOurPage(request)) {
            throw Problem.forbidden("console-only", "Only the console's own pages may do this.");
        }
    }

    /** SameSite lets the same host's other ports through; this does not. */
    private static boolean isOurPage(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        String site = headers.getFirst(SITE);
        return headers.getFirst(HEADER) != null && (site == null || site.equals("same-origin"));
    }

    /** Bound to the pair as it is, under a key of the installation that is used for nothing else. */
    private String seal(String told, KnownKey key) {
        try {
            byte[] own = mac(keys.key()).doFinal(bytes("console"));
            byte[] sealed = mac(own).doFinal(bytes(told + "." + key.secretHash()));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("Every JDK has HmacSHA256", missing);
        }
    }

    private static Mac mac(byte[] key) throws GeneralSecurityException {
        Mac mac = Mac.getInstance(ALGORITHM);
        mac.init(new SecretKeySpec(key, ALGORITHM));
        return mac;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
