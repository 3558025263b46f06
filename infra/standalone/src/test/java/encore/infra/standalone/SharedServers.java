package encore.infra.standalone;

import encore.infra.cli.EncoreCommand;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Keeps one server for each arrangement from its first test to the end of the run. Some tests of an arrangement run beside
 * each other; those that are {@link Alone} do not. Arrangements run beside each other.
 */
final class SharedServers implements BeforeEachCallback, AfterEachCallback {

    private static final Map<Arrangement, SharedServers.One> ALL = new EnumMap<>(Arrangement.class);

    static {
        for (Arrangement arrangement : Arrangement.values()) {
            ALL.put(arrangement, new One());
        }
    }

    /** How many tests a server has at a time. More would wait for a core, and not for an answer. */
    private static final int TOGETHER = 2;

    /** Holds the server of an arrangement and admits tests to it. */
    static final class One {

        private final Semaphore places = new Semaphore(TOGETHER, true);
        private RunningEncore encore;
        private Path data;
        private SentCodes sent;

        RunningEncore encore() {
            return encore;
        }

        Path data() {
            return data;
        }

        /** The codes that the server has sent. */
        SentCodes sent() {
            return sent;
        }

        private synchronized void startOnce(ExtensionContext context) throws IOException {
            if (encore == null) {
                data = Files.createTempDirectory("encore-journeys");
                sent = new SentCodes();
                start();
                String log = RunningEncore.database(data).orElse(data.toString());
                context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL).put(this, (AutoCloseable)
                        () -> end(log, data));
            }
        }

        /**
         * What all journeys left beside the log follows from their events: each projection as it handles them, claims by
         * the rules of docs/log-format.md.
         */
        private void end(String log, Path directory) {
            // Where it costs least: what is rebuilt goes on beside what serves, for as long as the server runs.
            if (Files.isDirectory(Path.of(log))) {
                var projections = new ProjectionsApi(encore.newAccount(), encore.operator());
                projections.areRebuiltEqual(projections.names());
            }
            stop();
            // Tests that are run again begin with a server of their own.
            encore = null;
            sent.close();
            var said = new StringWriter();
            int status = EncoreCommand.commandLine(Map.of("ENCORE_DATA", directory.toString()), false)
                    .setOut(new PrintWriter(said, true))
                    .setErr(new PrintWriter(said, true))
                    .execute("verify", "--claims", log);
            if (status != 0) {
                throw new IllegalStateException("The log of the journeys is not whole: " + said);
            }
        }

        void stop() {
            encore.close();
        }

        /** On what the one before left, at another port. */
        void start() {
            Map<String, Object> settings = new HashMap<>(sent.settings());
            // A race opens a thousand connections, and the tests after it begin before they are closed.
            settings.put("encore.connections-per-address", "5000");
            encore = RunningEncore.on(data, settings);
        }
    }

    /** Finds the server of the arrangement that the test on this thread runs in. */
    static One here() {
        return ALL.get(Arrangement.now());
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        Arrangement arrangement = ((OnSharedServer) context.getRequiredTestInstance()).arrangement();
        One one = ALL.get(arrangement);
        one.places.acquireUninterruptibly(placesOf(context));
        Arrangement.enter(arrangement);
        one.startOnce(context);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        One one = here();
        Arrangement.leave();
        one.places.release(placesOf(context));
    }

    private static int placesOf(ExtensionContext context) {
        boolean alone = AnnotationSupport.isAnnotated(context.getRequiredTestMethod(), Alone.class)
                || AnnotationSupport.isAnnotated(context.getRequiredTestClass(), Alone.class);
        return alone ? TOGETHER : 1;
    }
}
