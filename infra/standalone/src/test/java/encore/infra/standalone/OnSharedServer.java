package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A test on the server that all of its arrangement share: with an account of its own it sees nothing of the others. */
@Execution(ExecutionMode.CONCURRENT)
abstract class OnSharedServer {

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    /** Of an account that nobody else uses. */
    protected Api api = new Api("", Map.of());

    Arrangement arrangement() {
        return Arrangement.EMBEDDED;
    }

    @BeforeEach
    void open_an_account() {
        api = encore().newAccount();
    }

    protected static RunningEncore encore() {
        return SharedServers.here().encore();
    }

    /** The codes that the server has sent to fans. */
    protected static SentCodes sent() {
        return SharedServers.here().sent();
    }

    protected static Path data() {
        return SharedServers.here().data();
    }
}
