package encore.infra.eventstore.sqlite.process;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Stores each automation in {@code automations/<name>.db} of the data directory. The log holds the directory's lock.
 */
public final class SqliteProcessStores implements ProcessStores {

    private final Path directory;
    private final @Nullable EventLog log;

    @GuardedBy("this")
    private final TreeMap<String, SqliteProcessStore> open = new TreeMap<>();

    public SqliteProcessStores(Path data) {
        this(data, null);
    }

    /** @param log the log that the automations follow; files that followed another log are made again */
    public SqliteProcessStores(Path data, @Nullable EventLog log) {
        this.log = log;
        directory = data.resolve("automations");
        try {
            OwnerOnlyFiles.secureDirectory(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public synchronized ProcessStore open(String automation) {
        return open.computeIfAbsent(
                automation,
                name -> SqliteProcessStore.open(directory.resolve(name + ".db"), new ProcessFileOwner(name, log)));
    }

    @Override
    public synchronized List<String> names() {
        return List.copyOf(open.keySet());
    }

    @Override
    public synchronized void close() {
        open.values().forEach(SqliteProcessStore::close);
        open.clear();
    }
}
