package encore.api;

import encore.api.journal.OperationJournal;
import encore.api.keys.NewKey;
import encore.api.keys.SecretHasher;
import encore.infra.backend.Backend;
import encore.infra.backend.ControlMessage;
import encore.kernel.accounts.Scope;
import java.time.Duration;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.http.MediaType;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

/**
 * The gateway on a real port before a {@link FakeBackend}, with the controllers that a test names. Account
 * {@value #ACCOUNT} has one key pair with all scopes and the default point type {@value #DEFAULT_POINTS}. Registered as
 * an extension it serves all tests of a class: each begins with a backend that answers nothing yet, the account and its
 * key as they were; only a test that sets the gateway otherwise needs one of its own.
 *
 * <p>Classes that set nothing, and name the gateway's own controllers alone, follow each other on one whole gateway for each
 * thread, since starting one costs more than most classes do. It counts neither calls nor wrong credentials.
 */
public final class GatewayUnderTest implements AutoCloseable, BeforeAllCallback, BeforeEachCallback, AfterAllCallback {

    public static final long ACCOUNT = 7;
    public static final String API_KEY = "key-7";
    public static final String API_SECRET = "secret-7";
    public static final String DEFAULT_POINTS = "points-7";
    public static final String OPERATOR_TOKEN = "operators-own-and-nobody-else-has-it";

    private static final byte[] SECRETS_KEY = new byte[32];
    private static final byte[] CURSORS_KEY = filled(1);
    private static final byte[] CONSOLE_KEY = filled(2);
    private static final byte[] SESSIONS_KEY = filled(3);
    private static final byte[] LINKS_KEY = filled(4);
    private static final SecretHasher HASH = new SecretHasher(SECRETS_KEY);

    public final FakeBackend backend = new FakeBackend();

    private static final Map<String, Object> UNLIMITED = Map.of(
            "encore.failed-logins", "1000000",
            "encore.wrong-credentials", "1000000",
            "encore.rate-limit", "1000000",
            "encore.connections-per-address", "5000");

    /** Whole gateways that no class uses at the moment. */
    private static final Deque<GatewayUnderTest> FREE = new ConcurrentLinkedDeque<>();

    private final SpringApplication application = new SpringApplication(Core.class);
    private final boolean shared;
    private ConfigurableApplicationContext context;

    private GatewayUnderTest(boolean shared, Map<String, Object> settings, boolean informed, Class<?>... parts) {
        this.shared = shared;
        if (informed) {
            sendAll();
        }
        application.addPrimarySources(List.of(parts));
        Map<String, Object> properties = new HashMap<>(Map.of(
                "server.port", "0",
                "spring.main.banner-mode", "off",
                "encore.operator-token", OPERATOR_TOKEN));
        properties.putAll(settings);
        application.setDefaultProperties(properties);
        application.addInitializers(
                start -> ((GenericApplicationContext) start).registerBean("backend", Backend.class, () -> backend));
        context = SerialApplicationStarts.started(application);
    }

    /** Tells all that a control stream begins with. */
    public void sendAll() {
        backend.publish(secrets());
        sendAccount();
        backend.publish(new ControlMessage.Ready(100));
        backend.publish(new ControlMessage.CaughtUp());
    }

    private static byte[] filled(int with) {
        byte[] key = new byte[32];
        Arrays.fill(key, (byte) with);
        return key;
    }

    /** The messages of the query side: the gateway knows no other secret. */
    public static ControlMessage.Secrets secrets() {
        return new ControlMessage.Secrets(SECRETS_KEY, CURSORS_KEY, CONSOLE_KEY, SESSIONS_KEY, LINKS_KEY);
    }

    private void sendAccount() {
        backend.publish(new ControlMessage.Account(ACCOUNT, "Arena", null, List.of(), DEFAULT_POINTS));
        backend.publish(key(ACCOUNT, API_KEY, API_SECRET, Scope.words().toArray(String[]::new)));
    }

    /** Starts again for tests that are run again. */
    @Override
    public void beforeAll(ExtensionContext tests) {
        FREE.remove(this);
        if (!context.isActive()) {
            context = SerialApplicationStarts.started(application);
        }
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        backend.forget();
        sendAccount();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        close();
    }

    public static GatewayUnderTest with(Class<?>... controllers) {
        if (controllers.length == 0 || Arrays.stream(controllers).anyMatch(GatewayUnderTest::isOfTests)) {
            return alone(controllers);
        }
        GatewayUnderTest free = FREE.poll();
        return free == null ? new GatewayUnderTest(true, UNLIMITED, true, Everything.class) : free;
    }

    private static boolean isOfTests(Class<?> part) {
        return part.getEnclosingClass() != null || part.getSimpleName().endsWith("UnderTest");
    }

    /** With its limits, for a class or a test alone. */
    public static GatewayUnderTest alone(Class<?>... controllers) {
        return new GatewayUnderTest(false, Map.of(), true, controllers);
    }

    public static GatewayUnderTest with(Map<String, Object> settings, Class<?>... controllers) {
        return new GatewayUnderTest(false, settings, true, controllers);
    }

    /** Every controller there is. */
    public static GatewayUnderTest whole(Map<String, Object> settings) {
        return new GatewayUnderTest(false, settings, true, Everything.class);
    }

    /** Nothing is known yet of any key. */
    public static GatewayUnderTest knowingNothing(Class<?>... controllers) {
        return new GatewayUnderTest(false, Map.of(), false, controllers);
    }

    public static ControlMessage.Key key(long account, String apiKey, String secret, String... scopes) {
        return new ControlMessage.Key(
                account, apiKey, new NewKey(apiKey, secret).secretHash(HASH), "test", Set.of(scopes), Set.of());
    }

    /** Sends no credentials of its own. */
    public WebTestClient anybody() {
        return client().build();
    }

    /** Sends the key and the secret of account {@value #ACCOUNT}. */
    public WebTestClient server() {
        return client().defaultHeader("Api-Key", API_KEY)
                .defaultHeader("Api-Secret", API_SECRET)
                .build();
    }

    public WebTestClient operator() {
        return client().defaultHeader("Authorization", "Bearer " + OPERATOR_TOKEN)
                .build();
    }

    /** What the account's server is answered. */
    public StatusAssertions post(String path, String type, String body) {
        return server().post()
                .uri(path)
                .contentType(MediaType.parseMediaType(type))
                .bodyValue(body)
                .exchange()
                .expectStatus();
    }

    /** Refused for this field. */
    public static void naming(StatusAssertions status, String field) {
        status.isBadRequest().expectBody().jsonPath("$.errors[0].field").isEqualTo(field);
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public int port() {
        return ((WebServerApplicationContext) context).getWebServer().getPort();
    }

    private WebTestClient.Builder client() {
        return WebTestClient.bindToServer()
                .baseUrl("http://127.0.0.1:" + port())
                .responseTimeout(Duration.ofSeconds(20));
    }

    @Override
    public void close() {
        if (shared) {
            FREE.push(this);
        } else {
            SerialApplicationStarts.end(context);
        }
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @ComponentScan(
            basePackages = {
                "encore.api.binding",
                "encore.api.routing",
                "encore.api.wire",
                "encore.api.problems",
                "encore.api.paging",
                "encore.api.server",
                "encore.api.netty",
                "encore.api.outbound",
                "encore.api.keys",
                "encore.api.calls",
                "encore.api.queues",
                "encore.api.limits",
                "encore.api.logins",
                "encore.api.passwords",
                "encore.api.access",
                "encore.api.authentication",
                "encore.api.pipeline"
            },
            excludeFilters = @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*(Test|GatewayOnPort)\\$.*"))
    @Import({GatewayConfiguration.class, OperationJournal.class, OwnThreads.class})
    static class Core {}

    @ComponentScan(
            basePackages = "encore.api",
            excludeFilters =
                    @ComponentScan.Filter(type = FilterType.REGEX, pattern = ".*(Test|GatewayOnPort|UnderTest)\\$.*"))
    static class Everything {}

    /** Closing one gateway leaves the threads of another alone, and waits for nobody. */
    static class OwnThreads {

        @Bean
        ReactorResourceFactory resources() {
            var resources = new ReactorResourceFactory();
            resources.setUseGlobalResources(false);
            resources.setShutdownQuietPeriod(Duration.ZERO);
            return resources;
        }
    }
}
