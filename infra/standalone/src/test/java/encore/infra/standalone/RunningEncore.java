package encore.infra.standalone;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import encore.infra.standalone.management.ManagementPort;
import encore.infra.standalone.settings.NodeRole;
import encore.infra.testmongo.MongoForTests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ReactorResourceFactory;

/** The real thing on a real port and real stores, arranged as the test on this thread wants it. */
public final class RunningEncore implements AutoCloseable {

    /**
     * Locked by the classes that start all of their servers themselves: one of them at a time runs beside the journeys, and
     * all other classes follow each other.
     */
    static final String OWN = "a server of its own";

    static final String OPERATOR_TOKEN = "the-operator-token-of-the-journeys";

    /** How the parts stand to each other; the journeys are the same in each. */
    enum Arrangement {
        /** All sides in this JVM, on embedded stores. */
        EMBEDDED,
        /** All sides in this JVM, on MongoDB. */
        MONGO,
        /** A gateway and two of each side as processes, on MongoDB. */
        PROCESSES;

        private static final ThreadLocal<Arrangement> NOW = new ThreadLocal<>();

        /** Tells the arrangement of the journey on this thread; other tests run on embedded stores. */
        static Arrangement now() {
            return Objects.requireNonNullElse(NOW.get(), EMBEDDED);
        }

        static void enter(Arrangement arrangement) {
            NOW.set(arrangement);
        }

        static void leave() {
            NOW.remove();
        }

        /** Those that the system property {@code encore.arrangement} names, with commas between them. */
        static Optional<Stream<Arrangement>> asked() {
            return Optional.ofNullable(System.getProperty("encore.arrangement"))
                    .map(names -> Stream.of(names.split(","))
                            .map(name -> valueOf(name.strip().toUpperCase(Locale.ROOT))));
        }
    }

    /** The database that stands for a data directory, so that a second start finds what the first left. */
    private static final Map<Path, String> DATABASES = new ConcurrentHashMap<>();

    /** Boot sets up what logs a JVM as an application starts, and takes it down as one stops: one at a time. */
    private static final Object LOGGING = new Object();

    private final Running running;
    private final int rsocketPort;

    /** However it runs. */
    interface Running extends AutoCloseable {
        String url();

        /** The address of another gateway; the same where there is one alone. */
        String otherUrl();

        /** Sends a signal to the process of the other gateway, such as STOP or KILL. */
        default void signalOther(String signal) {
            throw new IllegalStateException("There is one gateway alone");
        }

        /** Where it shows health and metrics. */
        String managementUrl();

        <T> T bean(Class<T> type);

        @Override
        void close();
    }

    private RunningEncore(Running running, int rsocketPort) {
        this.running = running;
        this.rsocketPort = rsocketPort;
    }

    static RunningEncore on(Path data) {
        return on(data, Map.of());
    }

    public static RunningEncore on(Path data, Map<String, Object> settings) {
        var properties = new HashMap<String, Object>();
        properties.put("encore.operator-token", OPERATOR_TOKEN);
        properties.put("encore.demo", "off");
        int rsocketPort = Processes.freePort();
        properties.put("RSOCKET_PORT", rsocketPort);
        properties.putAll(settings);
        if (Arrangement.now() != Arrangement.EMBEDDED) {
            properties.put("ENCORE_MONGO", DATABASES.computeIfAbsent(data, fresh -> MongoForTests.uri()));
        }
        return new RunningEncore(
                Arrangement.now() == Arrangement.PROCESSES
                        ? Processes.start(data, properties)
                        : inThisJvm(data, properties),
                rsocketPort);
    }

    private static Running inThisJvm(Path data, Map<String, Object> properties) {
        var application = NodeLauncher.application(NodeRole.ALL, Standalone.class, OwnThreads.class);
        properties.put("ENCORE_DATA", data.toString());
        properties.put("PORT", "0");
        properties.putIfAbsent("encore.management.port", "0");
        application.setApplicationContextFactory(new KnownClasses());
        application.setDefaultProperties(properties);
        ConfigurableApplicationContext context;
        synchronized (LOGGING) {
            context = application.run();
        }
        return new Running() {
            @Override
            public String url() {
                return "http://127.0.0.1:"
                        + ((WebServerApplicationContext) context).getWebServer().getPort();
            }

            @Override
            public String otherUrl() {
                return url();
            }

            @Override
            public String managementUrl() {
                return "http://127.0.0.1:"
                        + context.getBean(ManagementPort.class).port();
            }

            @Override
            public <T> T bean(Class<T> type) {
                return context.getBean(type);
            }

            @Override
            public void close() {
                synchronized (LOGGING) {
                    context.close();
                }
            }
        };
    }

    /** Whether what is kept lies in files of the data directory. */
    static boolean keepsFiles() {
        return Arrangement.now() == Arrangement.EMBEDDED;
    }

    /** The address of the database that stands for a data directory; empty where that is used itself. */
    static Optional<String> database(Path data) {
        return keepsFiles() ? Optional.empty() : Optional.of(Objects.requireNonNull(DATABASES.get(data)));
    }

    /** Lets a database stand for a data directory from the first start on. */
    static void stands(String database, Path data) {
        DATABASES.put(data, database);
    }

    /** For what processes do not show, or would only show again, at the price of five more of them. */
    static void assumeOneProcess(String why) {
        assumeTrue(Arrangement.now() != Arrangement.PROCESSES, why);
    }

    public String url() {
        return running.url();
    }

    /** The same client at another gateway; at the same where there is one alone. */
    Api atOtherGateway(Api client) {
        return new Api(running.otherUrl(), client.headers());
    }

    /** Sends a signal to the process of the other gateway, such as STOP or KILL. */
    void signalOtherGateway(String signal) {
        running.signalOther(signal);
    }

    /** A client of the port that shows health and metrics. */
    Api management() {
        return new Api(running.managementUrl(), Map.of());
    }

    /** Of RSocket over TCP. */
    public int rsocketPort() {
        return rsocketPort;
    }

    <T> T bean(Class<T> type) {
        return running.bean(type);
    }

    /** A client with the operator's token. */
    Api operator() {
        return new Api(url(), Map.of("Authorization", "Bearer " + OPERATOR_TOKEN));
    }

    /** A client of a new account with one key pair of all scopes. */
    Api newAccount() {
        // A busy machine may take longer than a call may. An account that was opened all the same has nobody.
        var opened = await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> operator().post("/api/v1/manage/accounts", "name", "account of a journey"),
                        answer -> answer.status() != 503)
                .mustBe(200)
                .body();
        return new Api(
                url(),
                Map.of(
                        "Api-Key", opened.get("api_key").asString(),
                        "Api-Secret", opened.get("api_secret").asString()));
    }

    @Override
    public void close() {
        running.close();
    }

    /** Netty's threads are shared by all of a JVM otherwise, and the first server that stops takes them from the rest. */
    static final class OwnThreads {

        @Bean
        ReactorResourceFactory reactorResources() {
            var own = new ReactorResourceFactory();
            own.setUseGlobalResources(false);
            own.setShutdownQuietPeriod(Duration.ZERO);
            return own;
        }
    }
}
