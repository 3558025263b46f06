package encore.api.docs;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.PersonUnderTest;
import encore.api.access.AccessRule;
import encore.api.access.Lock;
import encore.api.authentication.ConsoleSessions;
import encore.infra.backend.Caller;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import encore.kernel.people.Area;
import encore.kernel.people.Right;
import encore.kernel.people.Role;
import encore.kernel.sessions.LiveSessionState;
import encore.kernel.sessions.SessionCommand.UseSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Every endpoint against every kind of caller. Who is let in follows from the contract, and for endpoints of our own from
 * what they declare: there is no list to forget one in.
 */
class AuthenticationMatrixTest {

    private static final long ANOTHER = 8;
    private static final String ANOTHER_KEY = "key-8";
    private static final String ANOTHER_SECRET = "secret-8";
    private static final String REVOKED = "key-gone";
    private static final String WITHOUT = "key-without-";

    /** Kinds of callers, each with what it sends. */
    enum Kind {
        NOTHING,
        UNKNOWN_KEY,
        PAIR_WITHOUT_THE_SCOPE,
        KEY_WITHOUT_SECRET,
        SECRET_WITHOUT_KEY,
        WRONG_SECRET,
        ANOTHER_ACCOUNTS_SECRET,
        REVOKED_PAIR,
        PAIRS_THAT_DISAGREE,
        OPERATORS_TOKEN,
        WRONG_TOKEN,
        COOKIE_FROM_ANOTHER_PAGE,
        RIGHT_PAIR,
        ANOTHER_ACCOUNTS_PAIR,
        PAIR_IN_QUERY_OR_BODY,
        PAIR_SPLIT_OVER_HEADER_AND_QUERY,
        PAIR_SPLIT_OVER_HEADER_AND_BODY,
        CONSOLES_COOKIE
    }

    /** What the contract asks of callers, or what the endpoint declares where it is ours. */
    record Endpoint(
            HttpMethod method,
            String path,
            String scope,
            @Nullable Right right,
            Lock lock,
            boolean operatorToo,
            boolean takesFile) {

        static Endpoint of(EndpointDescription endpointDescription) {
            Contract.Endpoint received = Contract.endpoints().get(EndpointsTest.key(endpointDescription));
            return new Endpoint(
                    HttpMethod.valueOf(endpointDescription.method()),
                    endpointDescription
                            .path()
                            .replace("{session_uid}", LIVE_SESSION)
                            .replaceAll("\\{\\w+}", "42"),
                    received == null ? endpointDescription.access().scope() : received.scope(),
                    AccessRule.right(endpointDescription.access(), endpointDescription.isRead()),
                    received == null
                            ? endpointDescription.access().lock()
                            : Lock.valueOf(received.lock().toUpperCase(Locale.ROOT)),
                    endpointDescription.access().operatorToo(),
                    endpointDescription.takesRawBody());
        }

        /** A secret stands in for a session only where no fan is needed. */
        private boolean needsFan() {
            return path.endsWith("/player_stats");
        }

        boolean letsIn(Kind kind) {
            if (needsFan()) {
                return false;
            }
            return switch (lock) {
                case OPEN, BROWSER -> true;
                case OPERATOR -> kind == Kind.OPERATORS_TOKEN;
                case KEY, SECRET, SESSION ->
                    switch (kind) {
                        case RIGHT_PAIR, ANOTHER_ACCOUNTS_PAIR, PAIR_SPLIT_OVER_HEADER_AND_QUERY, CONSOLES_COOKIE ->
                            true;
                        // A body that is a file has no keys.
                        case PAIR_IN_QUERY_OR_BODY, PAIR_SPLIT_OVER_HEADER_AND_BODY -> !takesFile;
                        case KEY_WITHOUT_SECRET -> lock == Lock.KEY;
                        case PAIR_WITHOUT_THE_SCOPE -> scope.isEmpty();
                        case OPERATORS_TOKEN -> operatorToo;
                        default -> false;
                    };
            };
        }

        /** The refusal of a person whose role is given; 0 if the person is let in. */
        int refusalOfPerson(Role role) {
            return switch (lock) {
                case OPEN, BROWSER, KEY -> 0;
                case SECRET -> right == null || role.has(right) ? 0 : 403;
                case SESSION -> path.contains(LIVE_SESSION) && !needsFan() ? 0 : 401;
                case OPERATOR -> 403;
            };
        }

        int refusal(Kind kind) {
            return lock == Lock.OPERATOR || operatorToo && kind == Kind.WRONG_TOKEN ? 403 : 401;
        }
    }

    private static GatewayUnderTest gateway;
    private static final String LIVE_SESSION = "0b0c6d0e-3e5f-4a7b-8c9d-0e1f2a3b4c5d";

    private static WebTestClient client;
    private static String cookie;
    private static List<Endpoint> endpoints;

    @BeforeAll
    static void start() {
        gateway = GatewayUnderTest.whole(Map.of("encore.failed-logins", "1000000"));
        client = gateway.anybody();
        gateway.backend.on(
                UseSession.class, use -> new LiveSessionState(use.session().ref(), 42L, Instant.EPOCH, Instant.MAX, 1));
        endpoints = Gateway.WHOLE.handlers().values().stream().map(Endpoint::of).toList();
        gateway.backend.publish(new ControlMessage.Account(ANOTHER, "Hall", null, List.of(), "points-8"));
        publish(ANOTHER, ANOTHER_KEY, ANOTHER_SECRET, Scope.words());
        for (String scope : Scope.words()) {
            publish(GatewayUnderTest.ACCOUNT, WITHOUT + scope, GatewayUnderTest.API_SECRET, without(scope));
        }
        publish(GatewayUnderTest.ACCOUNT, REVOKED, GatewayUnderTest.API_SECRET, Scope.words());
        gateway.backend.publish(new ControlMessage.KeyRevoked(REVOKED));
        cookie = client.post()
                .uri("/console/session")
                .header(ConsoleSessions.HEADER, "1")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(Map.of("api_key", GatewayUnderTest.API_KEY, "api_secret", GatewayUnderTest.API_SECRET))
                .exchange()
                .expectStatus()
                .isOk()
                .returnResult(String.class)
                .getResponseCookies()
                .getFirst("encore_console")
                .getValue();
    }

    private static void publish(long account, String key, String secret, Iterable<String> scopes) {
        List<String> words = new ArrayList<>();
        scopes.forEach(words::add);
        gateway.backend.publish(GatewayUnderTest.key(account, key, secret, words.toArray(String[]::new)));
    }

    private static Iterable<String> without(String scope) {
        var others = new TreeSet<>(Scope.words());
        others.remove(scope);
        return others;
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    @ParameterizedTest
    @EnumSource
    void is_let_in_where_the_contract_says_so_and_nowhere_else(Kind kind) {
        gateway.backend.callers.clear();
        assertThat(endpoints).hasSizeGreaterThan(50);
        assertThat(endpoints.stream()
                        .filter(endpoint -> endpoint.lock() != Lock.OPEN)
                        .map(endpoint -> {
                            int status = call(endpoint, kind);
                            boolean right = endpoint.letsIn(kind)
                                    ? status != 401 && status != 403 && status != 429
                                    : status == endpoint.refusal(kind);
                            return right ? "" : endpoint.method() + " " + endpoint.path() + " " + status;
                        })
                        .filter(wrong -> !wrong.isEmpty()))
                .isEmpty();
        // Whoever is let in acts for the account of its key, whatever stands in the call.
        assertThat(gateway.backend.callers)
                .extracting(Caller::account)
                .allMatch(account -> account
                        == switch (kind) {
                            case ANOTHER_ACCOUNTS_PAIR -> ANOTHER;
                            case OPERATORS_TOKEN -> 0;
                            default -> GatewayUnderTest.ACCOUNT;
                        });
    }

    @ParameterizedTest
    @EnumSource
    void a_person_is_let_in_where_the_role_has_the_right_and_nowhere_else(Role role) {
        PersonUnderTest person = PersonUnderTest.signedIn(gateway, role);
        gateway.backend.callers.clear();
        assertThat(endpoints.stream()
                        .filter(endpoint -> endpoint.lock() != Lock.OPEN)
                        .map(endpoint -> {
                            int status = person.call(endpoint.method(), endpoint.path())
                                    .exchange()
                                    .returnResult(byte[].class)
                                    .getStatus()
                                    .value();
                            int refusal = endpoint.refusalOfPerson(role);
                            boolean right =
                                    refusal == 0 ? status != 401 && status != 403 && status != 429 : status == refusal;
                            return right ? "" : endpoint.method() + " " + endpoint.path() + " " + status;
                        })
                        .filter(wrong -> !wrong.isEmpty()))
                .isEmpty();
        assertThat(gateway.backend.callers)
                .isNotEmpty()
                .allMatch(caller -> caller.account() == GatewayUnderTest.ACCOUNT);
    }

    @ParameterizedTest
    @EnumSource
    void a_pair_under_a_ceiling_is_let_in_where_the_role_has_the_right_and_never_to_people(Role role) {
        ControlMessage.Key key = GatewayUnderTest.key(GatewayUnderTest.ACCOUNT, "key-limited", "secret-limited");
        gateway.backend.publish(new ControlMessage.Key(
                key.account(), key.apiKey(), key.secretHash(), "", Set.copyOf(Scope.words()), Set.of(), role));
        assertThat(endpoints.stream()
                        .filter(endpoint -> endpoint.lock() == Lock.SECRET)
                        .map(endpoint -> {
                            var request = client.method(endpoint.method()).uri(endpoint.path());
                            pair(request, "key-limited", "secret-limited");
                            int status = request.exchange()
                                    .returnResult(byte[].class)
                                    .getStatus()
                                    .value();
                            Right right = endpoint.right();
                            boolean isLetIn = right == null || role.has(right) && right.area() != Area.PEOPLE;
                            boolean isRight = isLetIn ? status != 401 && status != 403 && status != 429 : status == 403;
                            return isRight ? "" : endpoint.method() + " " + endpoint.path() + " " + status;
                        })
                        .filter(wrong -> !wrong.isEmpty()))
                .isEmpty();
    }

    private static int call(Endpoint endpoint, Kind kind) {
        var address = UriComponentsBuilder.fromPath(endpoint.path());
        boolean posts = endpoint.method() == HttpMethod.POST;
        List<String> body = new ArrayList<>();
        String key = GatewayUnderTest.API_KEY;
        String secret = GatewayUnderTest.API_SECRET;
        switch (kind) {
            case PAIR_IN_QUERY_OR_BODY -> {
                if (posts) {
                    body.addAll(List.of("api_key=" + key, "api_secret=" + secret));
                } else {
                    address.queryParam("api_key", key).queryParam("api_secret", secret);
                }
            }
            case PAIR_SPLIT_OVER_HEADER_AND_QUERY -> address.queryParam("api_secret", secret);
            case PAIR_SPLIT_OVER_HEADER_AND_BODY -> body.add("api_secret=" + secret);
            case PAIRS_THAT_DISAGREE -> address.queryParam("api_key", ANOTHER_KEY);
            default -> {}
        }
        var request = client.method(endpoint.method()).uri(address.build().toUriString());
        switch (kind) {
            case UNKNOWN_KEY -> pair(request, "nobody", secret);
            case PAIR_WITHOUT_THE_SCOPE -> pair(request, WITHOUT + without(endpoint), secret);
            case KEY_WITHOUT_SECRET, PAIR_SPLIT_OVER_HEADER_AND_QUERY, PAIR_SPLIT_OVER_HEADER_AND_BODY ->
                request.header("Api-Key", key);
            case SECRET_WITHOUT_KEY -> request.header("Api-Secret", secret);
            case WRONG_SECRET -> pair(request, key, "wrong");
            case ANOTHER_ACCOUNTS_SECRET -> pair(request, key, ANOTHER_SECRET);
            case REVOKED_PAIR -> pair(request, REVOKED, secret);
            case RIGHT_PAIR, PAIRS_THAT_DISAGREE -> pair(request, key, secret);
            case ANOTHER_ACCOUNTS_PAIR -> pair(request, ANOTHER_KEY, ANOTHER_SECRET);
            case OPERATORS_TOKEN -> request.header("Authorization", "Bearer " + GatewayUnderTest.OPERATOR_TOKEN);
            case WRONG_TOKEN -> request.header("Authorization", "Bearer " + secret);
            case CONSOLES_COOKIE -> request.cookie("encore_console", cookie).header(ConsoleSessions.HEADER, "1");
            case COOKIE_FROM_ANOTHER_PAGE ->
                request.cookie("encore_console", cookie).header("Sec-Fetch-Site", "same-site");
            case NOTHING, PAIR_IN_QUERY_OR_BODY -> {}
        }
        if (!body.isEmpty()) {
            request.contentType(MediaType.APPLICATION_FORM_URLENCODED).bodyValue(String.join("&", body));
        }
        return request.exchange().returnResult(byte[].class).getStatus().value();
    }

    private static String without(Endpoint endpoint) {
        return endpoint.scope().isEmpty() ? "crm" : endpoint.scope();
    }

    private static void pair(WebTestClient.RequestBodySpec request, String key, String secret) {
        request.header("Api-Key", key).header("Api-Secret", secret);
    }
}
