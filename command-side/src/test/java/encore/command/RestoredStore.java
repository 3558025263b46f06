package encore.command;

import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Sorts.ascending;

import com.mongodb.ConnectionString;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.mongo.MongoKeyStore;
import encore.infra.eventstore.mongo.MongoOfflineLog;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.sidetables.SideTableVerifier;
import encore.infra.eventstore.sidetables.SideTableVerifier.Verified;
import encore.infra.eventstore.sqlite.directory.SqliteBackup;
import encore.infra.eventstore.sqlite.directory.SqliteOfflineLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.infra.testmongo.MongoForTests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** A log and its keys, which a test backs up and restores as docs/deployment.md says. */
interface RestoredStore {

    CommandSideOnDisk open();

    /** Returns whether a restored log gets back the keys of subjects that were not erased. */
    boolean keepsKeys();

    /** Copies log and keys while they are in use. */
    void backUp();

    /** Replaces the log by the backup. The keys stay destroyed that were destroyed since. */
    void restoreLog();

    /** Replaces the keys by those of the backup, and leaves the log. */
    void restoreKeys();

    /** Removes the reasons for which keys were destroyed, as earlier builds left their keys. */
    void forgetReasons();

    OfflineLog stopped();

    KeyStore keys();

    /** Verifies the log while nothing has it open, with its keys or without. */
    default Verified verified(boolean withKeys) {
        try (OfflineLog log = stopped()) {
            if (!withKeys) {
                return SideTableVerifier.verify(log.rows(), List.of(), null, position -> {});
            }
            try (KeyStore keys = keys()) {
                return SideTableVerifier.verify(log.rows(), List.of(), keys, position -> {});
            }
        }
    }

    /** A data directory, restored by {@code encore restore}. */
    final class InDirectory implements RestoredStore {

        private final Path data;
        private final Path backup;

        InDirectory(Path directory) {
            this(directory.resolve("data"), directory.resolve("backup"));
        }

        private InDirectory(Path data, Path backup) {
            this.data = data;
            this.backup = backup;
        }

        /** Returns the same data with another backup. */
        InDirectory withBackup(Path other) {
            return new InDirectory(data, other);
        }

        @Override
        public CommandSideOnDisk open() {
            return new CommandSideOnDisk(data);
        }

        @Override
        public boolean keepsKeys() {
            return true;
        }

        @Override
        public void backUp() {
            SqliteBackup.take(data, backup);
        }

        @Override
        public void restoreLog() {
            SqliteBackup.restore(backup, data, false);
        }

        @Override
        public void restoreKeys() {
            try {
                Files.copy(backup.resolve("keys.db"), data.resolve("keys.db"), StandardCopyOption.REPLACE_EXISTING);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void forgetReasons() {
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("keys.db"));
                    var statement = connection.createStatement()) {
                statement.executeUpdate("DROP TABLE key_ends");
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public OfflineLog stopped() {
            return SqliteOfflineLog.open(data);
        }

        @Override
        public KeyStore keys() {
            return SqliteKeyStore.open(data);
        }

        /** Returns the answer of the verifier that shares no code with Encore; null without Python. */
        @Nullable
        String python() {
            try {
                Process process = new ProcessBuilder(
                                "python3",
                                "../infra/bench/verify_log.py",
                                data.resolve("events.db").toString())
                        .redirectErrorStream(true)
                        .start();
                return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            } catch (IOException e) {
                return null;
            }
        }
    }

    /** Databases in MongoDB. A restored one has the newest keys, so its log is older than they are. */
    final class InMongo implements RestoredStore {

        private final boolean withClaims;
        private final String backup = MongoForTests.uri();
        private String uri = MongoForTests.uri();

        /** @param withClaims whether the backup has the claims, as a snapshot of the volumes has */
        InMongo(boolean withClaims) {
            this.withClaims = withClaims;
        }

        @Override
        public CommandSideOnDisk open() {
            return CommandSideOnDisk.onMongo(uri);
        }

        @Override
        public boolean keepsKeys() {
            return false;
        }

        @Override
        public void backUp() {
            copyLog(uri, backup);
            copyKeys(uri, backup);
        }

        private void copyLog(String from, String to) {
            copy(from, to, "", "commits");
            if (withClaims) {
                copy(from, to, "", "claims");
            }
        }

        private static void copyKeys(String from, String to) {
            for (String collection : List.of("keys", "secrets", "swept")) {
                copy(from, to, "_keys", collection);
            }
        }

        @Override
        public void restoreLog() {
            String to = MongoForTests.uri();
            copyLog(backup, to);
            copyKeys(uri, to);
            uri = to;
            try (OfflineLog log = stopped();
                    KeyStore keys = keys()) {
                Verified found = SideTableVerifier.verify(log.rows(), List.of(), keys, position -> {});
                log.repairClaims(found.claims());
                log.acceptEnd(found.report());
            }
        }

        @Override
        public void restoreKeys() {
            String to = MongoForTests.uri();
            copy(uri, to, "", "commits");
            copy(uri, to, "", "claims");
            copyKeys(backup, to);
            uri = to;
        }

        @Override
        public void forgetReasons() {
            try (MongoClient client = MongoClients.create(uri)) {
                collection(client, uri, "_keys", "keys")
                        .updateMany(
                                new Document(), Updates.combine(Updates.unset("erased"), Updates.unset("successor")));
            }
        }

        @Override
        public OfflineLog stopped() {
            return MongoOfflineLog.open(uri);
        }

        @Override
        public KeyStore keys() {
            return MongoKeyStore.open(uri, CommandSideOnDisk.MASTER_KEY, SecretFingerprints.none());
        }

        private static void copy(String from, String to, String suffix, String collection) {
            try (MongoClient source = MongoClients.create(from);
                    MongoClient target = MongoClients.create(to)) {
                MongoCollection<Document> into = collection(target, to, suffix, collection);
                collection(source, from, suffix, collection)
                        .find(collection.equals("commits") ? gte("_id", 1L) : new Document())
                        .sort(ascending("_id"))
                        .forEach(into::insertOne);
            }
        }

        private static MongoCollection<Document> collection(
                MongoClient client, String uri, String suffix, String collection) {
            String name = Objects.requireNonNull(new ConnectionString(uri).getDatabase());
            return client.getDatabase(name + suffix).getCollection(collection);
        }
    }
}
