package encore.infra.cli.logs;

import encore.infra.cli.terminal.CommandFailed;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.media.MediaVerifier;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoLogRows;
import encore.infra.eventstore.mongo.MongoMediaStore;
import encore.infra.eventstore.mongo.MongoOfflineLog;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.sqlite.directory.SqliteOfflineLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/** Finds a log by the name that a user gives: {@code mongodb://…}, a data directory, or a file in one. */
public final class LogLocations {

    private LogLocations() {}

    public static boolean isMongo(String log) {
        return log.startsWith("mongodb");
    }

    /** Returns the {@code events.db} of a directory or file. */
    public static Path file(String log) {
        Path given = Path.of(log);
        Path file = Files.isDirectory(given) ? given.resolve("events.db") : given;
        if (!Files.isRegularFile(file)) {
            throw new CommandFailed("There is no log at " + file + ".");
        }
        return file;
    }

    public static Path directory(String log) {
        return Objects.requireNonNull(file(log).toAbsolutePath().getParent());
    }

    /** Opens the log of a stopped installation, named by a database or by a directory. */
    public static OfflineLog stopped(String log) {
        return isMongo(log) ? MongoOfflineLog.open(log) : SqliteOfflineLog.open(directory(log));
    }

    /** Compares the media of an installation, which may be running, with its log. */
    public static MediaVerifier.Report verifyMedia(String log) {
        try (MediaStore media = isMongo(log) ? MongoMediaStore.open(log) : FileMediaStore.in(directory(log))) {
            return isMongo(log)
                    ? MediaVerifier.verifyLive(() -> MongoLogRows.open(log), media)
                    : MediaVerifier.verifyLive(() -> LogFileRows.open(file(log)), media);
        }
    }

    /** Returns the file of the master key: the configured one, or that of the data directory. */
    public static Path masterKey(Map<String, String> environment, Path data) {
        String named = environment.get("ENCORE_MASTER_KEY_FILE");
        return named == null || named.isBlank() ? data.resolve("master.key") : Path.of(named);
    }

    /** Opens the keys of an installation. It never creates keys. */
    public static KeyStore keys(String log, Map<String, String> environment) {
        if (isMongo(log)) {
            Path data = Path.of(environment.getOrDefault("ENCORE_DATA", "data"));
            return MongoKeyStore.open(log, masterKey(environment, data), SecretFingerprints.none());
        }
        Path directory = directory(log);
        if (!Files.isRegularFile(directory.resolve("keys.db"))) {
            throw new CommandFailed("There are no keys beside " + log + ": its claims cannot be recomputed.");
        }
        return SqliteKeyStore.open(directory, masterKey(environment, directory), SecretFingerprints.none());
    }
}
