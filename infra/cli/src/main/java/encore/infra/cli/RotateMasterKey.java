package encore.infra.cli;

import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.sqlite.WrappedKeys;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Changes the key that wraps all others. */
@Command(
        name = "rotate-master-key",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Puts a fresh key first in the master key's file (ENCORE_MASTER_KEY_FILE, else master.key in ENCORE_DATA) and"
                    + " wraps every secret and every subject's key by it.",
            "In a data directory Encore must be stopped, and the old key is forgotten at once. On MongoDB (ENCORE_MONGO)"
                    + " nodes may run: give each of them the new file, start them anew one after the other, and then run it"
                    + " again with --forget. Cut off, it is run again."
        })
final class RotateMasterKey extends Subcommand implements Callable<Integer> {

    @Option(names = "--forget", description = "On MongoDB: wraps what was made meanwhile, and forgets the old key.")
    private boolean forget;

    @Override
    public Integer call() {
        Path data = data();
        Path file = Logs.masterKey(environment(), data);
        String mongo = environment().get("ENCORE_MONGO");
        int wrapped = wrap(mongo == null || mongo.isBlank() ? null : mongo, data, file);
        out().printf(
                        "%,d keys are wrapped by the first key in %s.%s%n",
                        wrapped,
                        file,
                        mongo == null || forget
                                ? " Keep a copy of it, apart from the backups."
                                : " Give it to every node, start them anew, and run this again with --forget.");
        return 0;
    }

    private int wrap(@Nullable String mongo, Path data, Path file) {
        return mongo == null ? WrappedKeys.rotate(data, file) : MongoKeyStore.rotate(mongo, file, forget);
    }
}
