package encore.infra.standalone;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A journey goes through the real gateway and all sides, in each arrangement that is wanted. All journeys of an
 * arrangement share one server; each test has its own account. A test that stops its server starts one of its own by
 * {@link RunningEncore#on}.
 */
@Execution(ExecutionMode.CONCURRENT)
@ParameterizedClass
@MethodSource("encore.infra.standalone.RunningEncore$Arrangement#wanted")
abstract class Journey {

    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    @Parameter
    Arrangement arrangement = Arrangement.EMBEDDED;

    /** Of an account that nobody else uses. */
    protected Api api = new Api("", Map.of());

    @BeforeEach
    void open_an_account() {
        api = encore().newAccount();
    }

    protected static RunningEncore encore() {
        return SharedServers.here().encore();
    }

    protected static Path data() {
        return SharedServers.here().data();
    }
}
