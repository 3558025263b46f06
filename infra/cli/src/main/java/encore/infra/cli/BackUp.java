package encore.infra.cli;

import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.LogVerifier;
import encore.infra.eventstore.sqlite.SqliteBackup;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies an embedded installation as it is now. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Copies log, keys and head of a data directory into a new directory, also while Encore runs on it, and"
                    + " verifies the copy. Views and all else is made anew from the log.",
            "The copied keys are personal data: keep the copy for no longer than an erasure may take. The file master.key"
                    + " is not copied: keep it apart from backups."
        })
final class BackUp implements Callable<Integer> {

    @Parameters(paramLabel = "TO", description = "A directory that is empty or not there.")
    private Path to = Path.of("");

    @Option(names = "--from", paramLabel = "DIR", description = "The data directory (ENCORE_DATA, ./data).")
    private @Nullable Path from;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Map<String, String> environment;

    BackUp(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Path directory = DataDirectory.of(from, environment);
        try {
            LogVerifier.Report copied = SqliteBackup.take(directory, to);
            PrintWriter out = spec.commandLine().getOut();
            out.printf("The copy in %s is %s.%n", to, copied);
            out.flush();
            return 0;
        } catch (LogRefused refused) {
            throw new CommandFailed(String.valueOf(refused.getMessage()));
        }
    }
}
