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

/** The double as a process: prints its address, serves from memory and ends when its standard input does. */
public final class DoubleServer {

    private DoubleServer() {}

    public static void main(String[] arguments) throws IOException {
        // Nobody reads on behind the address: what it logs of each error would fill the pipe, and then it would hang.
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

    /** Starts it on a free port, to end with this process. */
    static String launch() {
        List<String> command = List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "-Xmx700m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                DoubleServer.class.getName());
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            // Left open, as its input is: the one ends it, the other would make its next word its last.
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
