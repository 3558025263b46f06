package encore.infra.cli;

import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.sqlite.WrappedKeys;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
final class RotateMasterKey implements Callable<Integer> {

    @Option(names = "--forget", description = "On MongoDB: wraps what was made meanwhile, and forgets the old key.")
    private boolean forget;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private final Map<String, String> environment;

    RotateMasterKey(Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        Path data = Path.of(environment.getOrDefault("ENCORE_DATA", "data"));
        Path file = Logs.masterKey(environment, data);
        String mongo = environment.get("ENCORE_MONGO");
        try {
            int wrapped = wrap(mongo == null || mongo.isBlank() ? null : mongo, data, file);
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    "%,d keys are wrapped by the first key in %s.%s%n",
                    wrapped,
                    file,
                    mongo == null || forget
                            ? " Keep a copy of it, apart from the backups."
                            : " Give it to every node, start them anew, and run this again with --forget.");
            out.flush();
            return 0;
        } catch (LogRefused refused) {
            throw new CommandFailed(String.valueOf(refused.getMessage()));
        }
    }

    private int wrap(@Nullable String mongo, Path data, Path file) {
        return mongo == null ? WrappedKeys.rotate(data, file) : MongoKeyStore.rotate(mongo, file, forget);
    }
}
