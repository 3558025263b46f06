package encore.api.authentication;

import encore.api.access.AccessRule;
import encore.api.keys.ActiveKey;
import encore.api.keys.ActivePerson;
import encore.api.keys.KeyRegistry;
import encore.api.keys.Principal;
import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.kernel.people.PersonId;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/**
 * Issues and checks the console's sessions: a short-lived cookie stands for a key pair that was shown once, or for a person
 * who signed in. The cookie is sealed and not stored, so every gateway accepts it. Each use looks up the key or the person.
 * A session ends when its key is revoked, when its person may not sign in any more or has a later generation, and when the
 * user signs out: every gateway learns of all that from the control stream.
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

    /** How recently the secret or the password must have been given for a call that grants rights. */
    static final Duration FRESHNESS = Duration.ofMinutes(5);

    private static final String TIMES = "\\.([0-9a-f-]{36})\\.(\\d{1,12})\\.(\\d{1,12})\\.(\\d{1,12})";
    private static final String SEAL = "\\.([A-Za-z0-9_-]{" + ConsoleSeal.LENGTH + "})";

    /** Name, start, time of the secret, end, key, seal. */
    private static final Pattern OF_KEY = Pattern.compile("2" + TIMES + "\\.([A-Za-z0-9_-]+)" + SEAL);

    /** Name, start, time of the password, end, account, person, generation, seal. */
    private static final Pattern OF_PERSON =
            Pattern.compile("3" + TIMES + "\\.(\\d{1,18})\\.([A-Za-z0-9-]{1,64})\\.(\\d{1,9})" + SEAL);

    private static final String FETCH_SITE_HEADER = "Sec-Fetch-Site";

    private final KeyRegistry keyRegistry;
    private final ConsoleSeal consoleSeal;
    private final Clock clock;

    @Autowired
    ConsoleSessions(KeyRegistry keyRegistry) {
        this(keyRegistry, Clock.systemUTC());
    }

    ConsoleSessions(KeyRegistry keyRegistry, Clock clock) {
        this.keyRegistry = keyRegistry;
        this.consoleSeal = new ConsoleSeal(keyRegistry);
        this.clock = clock;
    }

    /**
     * A session of the console.
     *
     * @param name random; renewing the session keeps it
     * @param startedAt when the session began, in unix seconds
     * @param shownAt when its secret, or its password, was last given, in unix seconds
     * @param expiresAt when this cookie expires
     */
    public record Session(Principal principal, String name, long startedAt, long shownAt, Instant expiresAt) {

        /** Returns the latest possible end of the session, in unix seconds, however often it is renewed. */
        public long latestExpiry() {
            return startedAt + MAX_LIFETIME.toSeconds();
        }

        /** Returns the last moment at which calls that grant rights are admitted without another sign-in. */
        public Instant freshUntil() {
            return Instant.ofEpochSecond(shownAt).plus(FRESHNESS);
        }

        /** Returns the name under which the log records the actions of the session. */
        public String actor() {
            return switch (principal) {
                case ActiveKey key -> key.consoleActor();
                case ActivePerson person -> person.actor();
            };
        }
    }

    /**
     * A cookie that begins or renews a session.
     *
     * @param secondsAtMost the seconds until the session ends however often it is renewed
     */
    public record IssuedCookie(ResponseCookie cookie, long secondsAtMost) {}

    /**
     * Returns a cookie for the key that this call showed, for the person who signed in with it, or for that which its
     * current session stands for. Throws a {@link Problem} when the account lets no key pairs sign in.
     */
    public IssuedCookie issueCookie(ServerWebExchange exchange, Principal principal) {
        ServerHttpRequest request = exchange.getRequest();
        mustBeConsolePage(request);
        mustBeAllowed(principal);
        boolean shown = exchange.getAttribute(SESSION) == null;
        Session previous = session(cookie(request.getHeaders()));
        long now = clock.instant().getEpochSecond();
        Session continued = previous != null
                        && previous.principal().actor().equals(principal.actor())
                        && previous.principal().account() == principal.account()
                ? previous
                : null;
        String name = continued == null ? Ids.uid() : continued.name();
        long startedAt = continued == null ? now : continued.startedAt();
        long shownAt = continued == null || shown ? now : continued.shownAt();
        long latestExpiry = startedAt + MAX_LIFETIME.toSeconds();
        long expiresAt = Math.min(clock.instant().plus(LIFETIME).getEpochSecond(), latestExpiry);
        String times = "." + name + "." + startedAt + "." + shownAt + "." + expiresAt + ".";
        return new IssuedCookie(
                cookie(request, sealed(principal, times), Duration.ofSeconds(Math.max(0, expiresAt - now))),
                Math.max(0, latestExpiry - now));
    }

    private String sealed(Principal principal, String times) {
        return switch (principal) {
            case ActiveKey key -> {
                String payload = "2" + times
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(key.apiKey().getBytes(StandardCharsets.UTF_8));
                yield payload + "." + consoleSeal.seal(sealedText(payload, key));
            }
            case ActivePerson person -> {
                String payload =
                        "3" + times + person.account() + "." + person.id().uid() + "." + person.generation();
                yield payload + "." + consoleSeal.seal(payload);
            }
        };
    }

    /** The cookie of a key is bound to the key's present secret. */
    private static String sealedText(String payload, ActiveKey key) {
        return payload + "." + key.secretHash();
    }

    /** Throws a {@link Problem} (403) for a key pair whose account lets none sign in at the console. */
    void mustBeAllowed(Principal principal) {
        if (!isAllowed(principal)) {
            throw Problem.forbidden("console-keys-off", "The account lets only people sign in at the console.");
        }
    }

    /** Whether the account lets it sign in at the console. */
    boolean isAllowed(Principal principal) {
        return principal instanceof ActivePerson || keyRegistry.areConsoleKeysAllowed(principal.account());
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

    /**
     * Throws a {@link Problem} when a call grants rights and the secret or password was given too long ago: a 401 to a key
     * pair, and a 403 to a person.
     */
    void mustBeFresh(AccessRule accessRule, Session session) {
        if (!accessRule.fresh()
                || !session.freshUntil().isBefore(clock.instant().truncatedTo(ChronoUnit.SECONDS))) {
            return;
        }
        throw switch (session.principal()) {
            case ActiveKey key ->
                Problem.unauthorized(
                        "secret-not-fresh", "The api_secret was shown more than five minutes ago: send it again.");
            case ActivePerson person ->
                Problem.forbidden("sign-in-again", "You signed in more than five minutes ago: sign in again.");
        };
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
        Matcher ofKey = OF_KEY.matcher(value);
        if (ofKey.matches()) {
            return sessionOfKey(value, ofKey);
        }
        Matcher ofPerson = OF_PERSON.matcher(value);
        return ofPerson.matches() ? sessionOfPerson(value, ofPerson) : null;
    }

    private @Nullable Session sessionOfKey(String value, Matcher matcher) {
        ActiveKey key = keyRegistry.find(decodeApiKey(matcher.group(5)));
        if (key == null || key.isSessionEnded(matcher.group(1))) {
            return null;
        }
        String payload = value.substring(0, matcher.end(5));
        return consoleSeal.matches(sealedText(payload, key), matcher.group(6)) ? unexpired(matcher, key) : null;
    }

    private @Nullable Session sessionOfPerson(String value, Matcher matcher) {
        PersonId id = new PersonId(Long.parseLong(matcher.group(5)), matcher.group(6));
        ActivePerson person = keyRegistry.findPerson(id);
        if (person == null || !person.isLive(Integer.parseInt(matcher.group(7)), matcher.group(1))) {
            return null;
        }
        return consoleSeal.matches(value.substring(0, matcher.end(7)), matcher.group(8))
                ? unexpired(matcher, person)
                : null;
    }

    private @Nullable Session unexpired(Matcher matcher, Principal principal) {
        Instant expiresAt = Instant.ofEpochSecond(Long.parseLong(matcher.group(4)));
        return hasExpired(expiresAt)
                ? null
                : new Session(
                        principal,
                        matcher.group(1),
                        Long.parseLong(matcher.group(2)),
                        Long.parseLong(matcher.group(3)),
                        expiresAt);
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

    /** Throws a {@link Problem} (403) unless a page of the console makes the call. */
    public static void mustBeConsolePage(ServerHttpRequest request) {
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
}
