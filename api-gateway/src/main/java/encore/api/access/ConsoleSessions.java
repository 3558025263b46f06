package encore.api.access;

import encore.api.keys.Keys;
import encore.api.keys.KnownKey;
import encore.api.problems.Ids;
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
import org.springframework.web.server.ServerWebExchange;

/**
 * Issues and checks the console's sessions: a short-lived cookie stands for a key pair that was shown once. The cookie
 * is signed and not stored, so every gateway accepts it. Each use looks up the key behind it, so the session ends when
 * the key is revoked. It also ends when the user signs out: every gateway learns of that from the key's stream.
 */
@Component
public class ConsoleSessions {

    /** A header of the console's own calls. Other origins need a preflight to send it, and no preflight allows it. */
    public static final String HEADER = "Encore-Console";

    /** The attribute of a call that holds the session by which it was authenticated. */
    static final String SESSION = Session.class.getName();

    static final String COOKIE = "encore_console";

    /** How long a cookie is valid. The console's page renews it, so a session ends soon after the page is closed. */
    public static final Duration LIFE = Duration.ofMinutes(15);

    /** How long a session lasts at most, however often it is renewed. */
    private static final Duration LONGEST = Duration.ofHours(12);

    /** How recently the secret must have been shown to a call that grants rights. */
    static final Duration FRESH = Duration.ofMinutes(5);

    private static final Pattern FORM = Pattern.compile("2\\.([0-9a-f-]{36})\\.(\\d{1,12})\\.(\\d{1,12})\\.(\\d{1,12})"
            + "\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]{43})");
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

    /**
     * A session of the console.
     *
     * @param name random; renewing the session keeps it
     * @param begun when the session began, in unix seconds
     * @param shown when its secret was last shown, in unix seconds
     * @param until when this cookie expires
     */
    public record Session(KnownKey key, String name, long begun, long shown, Instant until) {

        /** Returns the latest possible end of the session, in unix seconds, however often it is renewed. */
        public long last() {
            return begun + LONGEST.toSeconds();
        }
    }

    /** Returns a cookie for the key that this call showed, or that its current session stands for. */
    public ResponseCookie open(ServerWebExchange exchange, KnownKey key) {
        ServerHttpRequest request = exchange.getRequest();
        mustBeOurPage(request);
        boolean shown = exchange.getAttribute(SESSION) == null;
        Session before = session(cookie(request.getHeaders()));
        long now = clock.instant().getEpochSecond();
        Session goesOn = before != null && before.key().actor().equals(key.actor()) ? before : null;
        String name = goesOn == null ? Ids.uid() : goesOn.name();
        long begun = goesOn == null ? now : goesOn.begun();
        long since = goesOn == null || shown ? now : goesOn.shown();
        long until = Math.min(clock.instant().plus(LIFE).getEpochSecond(), begun + LONGEST.toSeconds());
        String named = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(key.apiKey()));
        String told =
                String.join(".", "2", name, Long.toString(begun), Long.toString(since), Long.toString(until), named);
        return cookie(request, told + "." + seal(told, key), Duration.ofSeconds(Math.max(0, until - now)));
    }

    /** Returns a cookie that deletes the session's cookie. */
    public ResponseCookie close(ServerHttpRequest request) {
        mustBeOurPage(request);
        return cookie(request, "", Duration.ZERO);
    }

    /** Returns the session of a call from the console's own pages; null when it has no valid one. */
    @Nullable
    public Session ofCall(ServerHttpRequest request) {
        return isOurPage(request) ? session(cookie(request.getHeaders())) : null;
    }

    void mustBeFresh(Rule rule, Session session) {
        if (rule.fresh() && clock.instant().getEpochSecond() - session.shown() > FRESH.toSeconds()) {
            throw Problem.unauthorized(
                    "secret-not-fresh", "The api_secret was shown more than five minutes ago: send it again.");
        }
    }

    /**
     * Returns the session that the request for a WebSocket connection carries. A page cannot add the console's header
     * to such a request, but browsers always send its origin, and this method's caller has already checked that.
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
        Instant until = Instant.ofEpochSecond(Long.parseLong(form.group(4)));
        KnownKey key = keys.find(named(form.group(5)));
        if (isOver(until) || key == null || key.hasEnded(form.group(1))) {
            return null;
        }
        String told = value.substring(0, form.end(5));
        return MessageDigest.isEqual(bytes(seal(told, key)), bytes(form.group(6)))
                ? new Session(key, form.group(1), Long.parseLong(form.group(2)), Long.parseLong(form.group(3)), until)
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

    /**
     * Whether the client's connection is encrypted. Behind a proxy, only trusted ones decide ({@code TrustedProxies}).
     */
    private static boolean isEncrypted(ServerHttpRequest request) {
        return "https".equals(request.getURI().getScheme());
    }

    private static void mustBeOurPage(ServerHttpRequest request) {
        if (!isOurPage(request)) {
            throw Problem.forbidden("console-only", "Only the console's own pages may do this.");
        }
    }

    /** Whether a page of this very origin makes the call. SameSite alone would admit other ports of the same host. */
    private static boolean isOurPage(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        String site = headers.getFirst(SITE);
        return headers.getFirst(HEADER) != null && (site == null || site.equals("same-origin"));
    }

    /** Signs a cookie, bound to the key's present secret, with a key of the installation that has no other use. */
    private String seal(String told, KnownKey key) {
        try {
            byte[] sealed = mac(keys.consoleKey()).doFinal(bytes(told + "." + key.secretHash()));
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
