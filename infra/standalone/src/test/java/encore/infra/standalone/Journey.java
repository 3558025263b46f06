package encore.infra.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A journey goes through the real gateway and all sides. All journeys share one server; each test has its own account. */
abstract class Journey {

    @RegisterExtension
    static final Server SERVER = new Server();

    /** Of an account that nobody else uses. */
    protected Api api = new Api("", Map.of());

    @BeforeEach
    void open_an_account() {
        api = encore().newAccount();
    }

    protected static RunningEncore encore() {
        return Server.encore;
    }

    protected static Path data() {
        return Server.data;
    }

    /** Starts the server once for the whole test run and stops it at its end. */
    static final class Server implements BeforeAllCallback {

        private static RunningEncore encore;
        private static Path data;

        @Override
        public synchronized void beforeAll(ExtensionContext context) throws IOException {
            if (encore == null) {
                data = Files.createTempDirectory("encore-journeys");
                encore = RunningEncore.on(data);
                context.getRoot().getStore(ExtensionContext.Namespace.GLOBAL).put("encore", (AutoCloseable)
                        encore::close);
            }
        }
    }
}
