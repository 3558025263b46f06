package encore.infra.cli;

import encore.infra.eventstore.beside.StoppedLog;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.SecretMarks;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoStoppedLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.infra.eventstore.sqlite.SqliteStoppedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Tells logs apart by how they are named: {@code mongodb://…}, a data directory, or a file of one. */
final class Logs {

    private Logs() {}

    static boolean isMongo(String log) {
        return log.startsWith("mongodb");
    }

    /** The {@code events.db} that is meant. */
    static Path file(String log) {
        Path given = Path.of(log);
        Path file = Files.isDirectory(given) ? given.resolve("events.db") : given;
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed("There is no log at " + file + ".");
        }
        return file;
    }

    static Path directory(String log) {
        return Objects.requireNonNull(file(log).toAbsolutePath().getParent());
    }

    /** The log of an installation that is stopped, named by a database or by a directory. */
    static StoppedLog stopped(String log) {
        return isMongo(log) ? MongoStoppedLog.open(log) : SqliteStoppedLog.open(directory(log));
    }

    /** The file of the master key: the one that is named, or that of the data directory. */
    static Path masterKey(Map<String, String> environment, Path data) {
        String named = environment.get("ENCORE_MASTER_KEY_FILE");
        return named == null || named.isBlank() ? data.resolve("master.key") : Path.of(named);
    }

    /** The keys of an installation, which are never made here. */
    static KeyStore keys(String log, Map<String, String> environment) {
        if (isMongo(log)) {
            Path data = Path.of(environment.getOrDefault("ENCORE_DATA", "data"));
            return MongoKeyStore.open(log, masterKey(environment, data), SecretMarks.none());
        }
        Path directory = directory(log);
        if (!Files.isRegularFile(directory.resolve("keys.db"))) {
            throw new CommandFailed("There are no keys beside " + log + ": its claims cannot be recomputed.");
        }
        return SqliteKeyStore.open(directory, masterKey(environment, directory), SecretMarks.none());
    }
}
