package encore.infra.testmongo;

import ch.qos.logback.classic.Level;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.slf4j.Logger;

/**
 * Runs the test double as a process: it prints its address, serves from memory, and ends when its standard input ends.
 */
public final class DoubleServer {

    private DoubleServer() {}

    public static void main(String[] arguments) throws IOException {
        // Nobody reads the output after the address. Log lines would fill the pipe and block the process.
        MongoForTests.quiet(Logger.ROOT_LOGGER_NAME, Level.OFF);
        MongoServer server = new MongoServer(new MemoryBackend());
        InetSocketAddress address = server.bind();
        System.out.println("mongodb://127.0.0.1:" + address.getPort());
        int said = 0;
        while (said >= 0) {
            said = System.in.read();
        }
        server.shutdownNow();
        System.exit(0);
    }

    /** Starts the double on a free port and returns its address. It ends with this process. */
    static String launch() {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx700m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                DoubleServer.class.getName());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            // Both streams stay open: closing its input would end the double, and a closed output would end it at its
            // next line.
            String address = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (address == null) {
                throw new IllegalStateException("The test double for MongoDB did not start");
            }
            return address;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
