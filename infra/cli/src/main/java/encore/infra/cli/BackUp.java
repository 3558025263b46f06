package encore.infra.cli;

import encore.infra.cli.logs.LogLocations;
import encore.infra.eventstore.media.MediaVerifier;
import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies an embedded installation in its current state. */
@Command(
        name = "backup",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Copies log, keys, media and head of a data directory into a new directory, also while Encore runs on it, and"
                    + " verifies the copy. Views and everything else are rebuilt from the log.",
            "The copied keys are personal data: keep the copy for no longer than an erasure may take. The file"
                    + " master.key is not copied: store it apart from backups."
        })
final class BackUp extends Subcommand implements Callable<Integer> {

    @Parameters(paramLabel = "TO", description = "A directory that is empty or does not exist.")
    private Path to = Path.of("");

    @Option(names = "--from", paramLabel = "DIR", description = "The data directory (ENCORE_DATA, ./data).")
    private @Nullable Path from;

    @Override
    public Integer call() {
        out().printf("The copy in %s is %s.%n", to, SqliteBackup.take(dataDirectory(from), to));
        MediaVerifier.Report media = LogLocations.verifyMedia(to.toString());
        if (media.count() > 0) {
            out().printf("In the copy %s.%n", media);
        }
        return media.isWhole() ? 0 : 1;
    }
}
