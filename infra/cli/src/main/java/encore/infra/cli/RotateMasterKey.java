package encore.infra.cli;

import encore.infra.cli.logs.LogLocations;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.sqlite.keys.KeyWrapping;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Replaces the key that wraps all others. */
@Command(
        name = "rotate-master-key",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Puts a fresh key first in the master key's file (ENCORE_MASTER_KEY_FILE, else master.key in ENCORE_DATA)"
                    + " and wraps every secret and every subject's key with it.",
            "In a data directory Encore must be stopped, and the old key is removed at once. On MongoDB (ENCORE_MONGO)"
                    + " nodes may run: give each of them the new file, restart them one after the other, and then run this"
                    + " command again with --forget. If it is interrupted, run it again."
        })
final class RotateMasterKey extends Subcommand implements Callable<Integer> {

    @Option(
            names = "--forget",
            description = "On MongoDB: wraps keys made in the meantime, and removes the old master key.")
    private boolean forget;

    @Override
    public Integer call() {
        Path data = data();
        Path file = LogLocations.masterKey(environment(), data);
        String mongo = environment().get("ENCORE_MONGO");
        int wrapped = wrap(mongo == null || mongo.isBlank() ? null : mongo, data, file);
        out().printf(
                        "%,d keys are wrapped with the first key in %s.%s%n",
                        wrapped,
                        file,
                        mongo == null || forget
                                ? " Keep a copy of it, apart from the backups."
                                : " Give it to every node, restart the nodes, and run this again with --forget.");
        return 0;
    }

    private int wrap(@Nullable String mongo, Path data, Path file) {
        return mongo == null ? KeyWrapping.rotate(data, file) : MongoKeyStore.rotate(mongo, file, forget);
    }
}
