package encore.api.authentication;

import encore.api.access.AccessRule;
import encore.api.keys.ActiveKey;
import encore.api.keys.KeyRegistry;
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
 * is signed and not stored, so every gateway accepts it. Each use looks up the key that signed in, so the session ends when
 * the key is revoked. It also ends when the user signs out: every gateway learns of that from the key's stream.
 */
@Component
public class ConsoleSessions {

    /** A header of the console's own calls. Other origins need a preflight to send it, and no preflight allows it. */
    public static final String HEADER = "Encore-Console";

    /** The attribute of a call that holds the session by which it was authenticated. */
    public static final String SESSION = Session.class.getName();

    static final String COOKIE = "encore_console";

    /** How long a cookie is valid. The console's page renews it, so a session ends soon after the page is closed. */
    public static final Duration LIFETIME = Duration.ofMinutes(15);

    /** How long a session lasts at most, however often it is renewed. */
    private static final Duration MAX_LIFETIME = Duration.ofHours(12);

    /** How recently the secret must have been shown to a call that grants rights. */
    static final Duration SECRET_FRESHNESS = Duration.ofMinutes(5);

    private static final Pattern COOKIE_PATTERN =
            Pattern.compile("2\\.([0-9a-f-]{36})\\.(\\d{1,12})\\.(\\d{1,12})\\.(\\d{1,12})"
                    + "\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]{43})");
    private static final String FETCH_SITE_HEADER = "Sec-Fetch-Site";
    private static final String ALGORITHM = "HmacSHA256";

    private final KeyRegistry keyRegistry;
    private final Clock clock;

    @Autowired
    ConsoleSessions(KeyRegistry keyRegistry) {
        this(keyRegistry, Clock.systemUTC());
    }

    ConsoleSessions(KeyRegistry keyRegistry, Clock clock) {
        this.keyRegistry = keyRegistry;
        this.clock = clock;
    }

    /**
     * A session of the console.
     *
     * @param name random; renewing the session keeps it
     * @param startedAt when the session began, in unix seconds
     * @param secretShownAt when its secret was last shown, in unix seconds
     * @param expiresAt when this cookie expires
     */
    public record Session(ActiveKey key, String name, long startedAt, long secretShownAt, Instant expiresAt) {

        /** Returns the latest possible end of the session, in unix seconds, however often it is renewed. */
        public long latestExpiry() {
            return startedAt + MAX_LIFETIME.toSeconds();
        }
    }

    /** Returns a cookie for the key that this call showed, or that its current session stands for. */
    public ResponseCookie issueCookie(ServerWebExchange exchange, ActiveKey key) {
        ServerHttpRequest request = exchange.getRequest();
        mustBeConsolePage(request);
        boolean shown = exchange.getAttribute(SESSION) == null;
        Session previous = session(cookie(request.getHeaders()));
        long now = clock.instant().getEpochSecond();
        Session continued = previous != null && previous.key().actor().equals(key.actor()) ? previous : null;
        String name = continued == null ? Ids.uid() : continued.name();
        long startedAt = continued == null ? now : continued.startedAt();
        long secretShownAt = continued == null || shown ? now : continued.secretShownAt();
        long expiresAt =
                Math.min(clock.instant().plus(LIFETIME).getEpochSecond(), startedAt + MAX_LIFETIME.toSeconds());
        String encodedKey = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes(key.apiKey()));
        String payload = String.join(
                ".",
                "2",
                name,
                Long.toString(startedAt),
                Long.toString(secretShownAt),
                Long.toString(expiresAt),
                encodedKey);
        return cookie(
                request, payload + "." + signature(payload, key), Duration.ofSeconds(Math.max(0, expiresAt - now)));
    }

    /** Returns a cookie that deletes the session's cookie. */
    public ResponseCookie expireCookie(ServerHttpRequest request) {
        mustBeConsolePage(request);
        return cookie(request, "", Duration.ZERO);
    }

    /** Returns the session of a call from the console's own pages; null when it has no valid one. */
    @Nullable
    public Session findForCall(ServerHttpRequest request) {
        return isConsolePage(request) ? session(cookie(request.getHeaders())) : null;
    }

    void mustBeFresh(AccessRule accessRule, Session session) {
        if (accessRule.fresh()
                && clock.instant().getEpochSecond() - session.secretShownAt() > SECRET_FRESHNESS.toSeconds()) {
            throw Problem.unauthorized(
                    "secret-not-fresh", "The api_secret was shown more than five minutes ago: send it again.");
        }
    }

    /**
     * Returns the session that the request for a WebSocket connection carries. A page cannot add the console's header
     * to such a request, but browsers always send its origin, and this method's caller has already checked that.
     */
    @Nullable
    Session findForConnection(HttpHeaders headers) {
        return session(cookie(headers));
    }

    boolean hasExpired(Instant until) {
        return until.isBefore(clock.instant());
    }

    private static String cookie(HttpHeaders headers) {
        for (String line : headers.getOrEmpty(HttpHeaders.COOKIE)) {
            for (String pair : line.split(";")) {
                String cookie = pair.strip();
                if (cookie.startsWith(COOKIE + "=")) {
                    return cookie.substring(COOKIE.length() + 1);
                }
            }
        }
        return "";
    }

    private @Nullable Session session(String value) {
        Matcher matcher = COOKIE_PATTERN.matcher(value);
        if (!matcher.matches()) {
            return null;
        }
        Instant expiresAt = Instant.ofEpochSecond(Long.parseLong(matcher.group(4)));
        ActiveKey key = keyRegistry.find(decodeApiKey(matcher.group(5)));
        if (hasExpired(expiresAt) || key == null || key.isSessionEnded(matcher.group(1))) {
            return null;
        }
        String payload = value.substring(0, matcher.end(5));
        return MessageDigest.isEqual(bytes(signature(payload, key)), bytes(matcher.group(6)))
                ? new Session(
                        key,
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3)),
                        expiresAt)
                : null;
    }

    private static String decodeApiKey(String base64) {
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

    private static void mustBeConsolePage(ServerHttpRequest request) {
        if (!isConsolePage(request)) {
            throw Problem.forbidden("console-only", "Only the console's own pages may do this.");
        }
    }

    /** Whether a page of this very origin makes the call. SameSite alone would admit other ports of the same host. */
    private static boolean isConsolePage(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        String site = headers.getFirst(FETCH_SITE_HEADER);
        return headers.getFirst(HEADER) != null && (site == null || site.equals("same-origin"));
    }

    /** Signs a cookie, bound to the key's present secret, with a key of the installation that has no other use. */
    private String signature(String payload, ActiveKey key) {
        try {
            byte[] sealed = mac(keyRegistry.consoleKey()).doFinal(bytes(payload + "." + key.secretHash()));
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
