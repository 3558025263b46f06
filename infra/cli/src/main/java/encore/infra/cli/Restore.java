package encore.infra.cli;

import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Restores a copy of an embedded installation. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Verifies a copy of encore backup and replaces a data directory's log, keys and media by it; Encore must be"
                    + " stopped. Fans erased since the backup stay erased: the directory's present keys show them, and"
                    + " the next start erases them in the restored log. Views, snapshots and automations' documents are"
                    + " rebuilt. Events written since the backup are lost.",
            "Run an interrupted restore again; Encore does not start before it is complete."
        })
final class Restore extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "FROM", description = "A directory that encore backup made.")
    private Path from = Path.of("");

    @Option(names = "--to", paramLabel = "DIR", description = "The data directory (ENCORE_DATA, ./data).")
    private @Nullable Path to;

    @Option(
            names = "--forget-erasures",
            description = "Continue if the present keys cannot be read; fans erased since the backup come back.")
    private boolean forgetErasures;

    @Override
    public Integer call() {
        Path directory = dataDirectory(to);
        SqliteBackup.Restored restored = SqliteBackup.restore(from, directory, forgetErasures);
        out().printf(
                        "The log in %s is %s. Erased since the backup: %,d, which the next start erases again.%n",
                        directory, restored.log(), restored.erased());
        return 0;
    }
}
