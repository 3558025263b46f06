package encore.infra.cli;

import encore.infra.eventstore.sqlite.SqliteBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts a copy of an embedded installation back. */
@Command(
        name = "restore",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Verifies what encore backup copied and puts it in the place of a data directory's log and keys; Encore must be"
                    + " stopped. Whoever was erased since the backup stays erased: the keys that are there tell who, and"
                    + " the next start erases them in the restored log. Views, snapshots and automations' documents are"
                    + " made anew. What was written since the backup is gone.",
            "A restore that was cut off is run again; nothing starts before."
        })
final class Restore extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "FROM", description = "A directory that encore backup made.")
    private Path from = Path.of("");

    @Option(names = "--to", paramLabel = "DIR", description = "The data directory (ENCORE_DATA, ./data).")
    private @Nullable Path to;

    @Option(
            names = "--forget-erasures",
            description = "Go on when the keys that are there cannot be read; whoever was erased since is back.")
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
