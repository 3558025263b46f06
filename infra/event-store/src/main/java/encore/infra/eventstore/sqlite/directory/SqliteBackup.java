package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.deliveries.FileDeliveryPermission;
import encore.infra.eventstore.heads.FileHeadStore;
import encore.infra.eventstore.keys.DurableFiles;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.media.FileMediaStore;
import encore.infra.eventstore.sidetables.ClaimsTable;
import encore.infra.eventstore.sidetables.ClaimsTable.SubjectRule;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.KeyEndTable;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Backs up a data directory while it is in use, and restores it while it is not. */
public final class SqliteBackup {

    /** A file that exists from the first change of a restore to the last, so that Encore does not start in between. */
    static final String RESTORING = "restoring";

    private static final int CACHE_KILOBYTES = 8 << 10;
    private static final String LOG = "events.db";
    private static final String KEYS = "keys.db";

    /**
     * Files that are not copied as they are: they belong to the running process, are rebuilt, are written by the
     * backup itself, or must be kept apart from backups.
     */
    private static final Set<String> NOT_COPIED =
            Set.of("lock", "head", "head.next", "master.key", "demo-keys.json", FileDeliveryPermission.FILE, RESTORING);

    private SqliteBackup() {}

    /**
     * Copies the log and the keys into a new directory, each as of one moment. The keys are copied after the log, so
     * the copy has every key that the copied log needs. Media are copied before the log, since those that are removed
     * meanwhile are named by it, and after it, since those that are added meanwhile are. The copied log is verified before
     * this returns.
     *
     * @return the result of verifying the copied log
     */
    public static LogVerifier.Report take(Path directory, Path to) {
        requireInstallation(directory);
        try {
            OwnerOnlyFiles.secureDirectory(to);
            if (!names(to).isEmpty()) {
                throw new StartRefused("The directory " + to + " is not empty. A backup needs an empty directory.");
            }
            // Copy these files before the log: a stored signed head must not be after the end of the copied log.
            for (String name : names(directory)) {
                if (isExtraFile(directory, name)) {
                    OwnerOnlyFiles.copy(directory.resolve(name), to.resolve(name));
                    DurableFiles.sync(to.resolve(name));
                }
            }
            FileMediaStore media = FileMediaStore.in(directory);
            media.copyMissingTo(FileMediaStore.in(to));
            copy(directory.resolve(LOG), to.resolve(LOG));
            copy(directory.resolve(KEYS), to.resolve(KEYS));
            media.copyMissingTo(FileMediaStore.in(to));
            LogVerifier.Report report = verified(to);
            // Write this file last: a backup without it is not restored.
            HeadFile.in(to).write(new LogHead(report.head(), report.hash(), 0));
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a database in one read transaction, while it may be written. Deleted data is not copied. */
    private static void copy(Path from, Path to) throws IOException {
        OwnerOnlyFiles.createFile(to); // SQLite fills an empty file, and would create one that others may read.
        try (Connection connection = Sqlite.reader(from, CACHE_KILOBYTES);
                PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, to.toString());
            copy.execute();
        } catch (SQLException e) {
            throw new StartRefused("The file " + from + " cannot be copied (" + e.getMessage() + ").");
        }
        DurableFiles.sync(to);
    }

    private static LogVerifier.Report verified(Path directory) {
        String problem = LogOpening.findProblem(directory.resolve(LOG), HeadFile.in(directory));
        if (problem != null) {
            throw new StartRefused("The log in " + directory + " is damaged (" + problem + ").");
        }
        try (LogFileRows rows = LogFileRows.open(directory.resolve(LOG))) {
            return LogVerifier.verify(rows, null);
        }
    }

    /**
     * Replaces the content of a data directory by a backup. Subjects that were erased since the backup stay erased:
     * their keys are destroyed in the restored keys, and the next start erases them in the log too. A key that ended
     * because its subject's data moved to another subject comes back with the backup, unless that other one is erased.
     *
     * @param forgetErasures whether to go on when the current keys cannot be read, so that the erased subjects are
     *     unknown
     * @return the state of the restored log, and the number of subjects erased since the backup
     */
    public static Restored restore(Path from, Path directory, boolean forgetErasures) {
        requireInstallation(from);
        if (!Files.exists(HeadFile.in(from).path())) {
            throw new StartRefused("The backup in " + from + " has no file 'head': it is incomplete.");
        }
        LogVerifier.Report report = verified(from);
        try (DirectoryLock lock = DirectoryLock.acquire(directory)) {
            List<KeyEnd> ended = endedKeys(directory.resolve(KEYS), forgetErasures);
            OwnerOnlyFiles.createFile(directory.resolve(RESTORING));
            Files.writeString(directory.resolve(RESTORING), from + "\n");
            DurableFiles.sync(directory.resolve(RESTORING));
            Files.deleteIfExists(directory.resolve(FileDeliveryPermission.FILE));
            Path log = directory.resolve(LOG + ".restored");
            Path keys = directory.resolve(KEYS + ".restored");
            OwnerOnlyFiles.copy(from.resolve(LOG), log);
            OwnerOnlyFiles.copy(from.resolve(KEYS), keys);
            long erasedCount = destroyKeys(keys, ended);
            deleteClaims(log, ended);
            DurableFiles.sync(log);
            DurableFiles.sync(keys);
            Sqlite.deleteFile(directory.resolve("snapshots.db"));
            deleteFilesIn(directory.resolve("views"));
            deleteFilesIn(directory.resolve("automations"));
            Sqlite.deleteFile(directory.resolve(LOG));
            Files.move(log, directory.resolve(LOG), StandardCopyOption.ATOMIC_MOVE);
            Sqlite.deleteFile(directory.resolve(KEYS));
            Files.move(keys, directory.resolve(KEYS), StandardCopyOption.ATOMIC_MOVE);
            // A backup that was taken before the first signed head has none to put in their place.
            FileHeadStore.in(directory).deleteAll();
            for (String name : names(from)) {
                if (isExtraFile(from, name)) {
                    OwnerOnlyFiles.copy(from.resolve(name), directory.resolve(name));
                }
            }
            FileMediaStore.in(directory).deleteAll();
            FileMediaStore.in(from).copyMissingTo(FileMediaStore.in(directory));
            HeadFile.in(directory).write(new LogHead(report.head(), report.hash(), 0));
            Files.delete(directory.resolve(RESTORING));
            DurableFiles.sync(directory);
            return new Restored(report, erasedCount);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The result of a restore.
     *
     * @param erased the number of subjects whose keys were in the backup and have been destroyed again
     */
    public record Restored(LogVerifier.Report log, long erased) {}

    /** Returns the keys that stay destroyed after the restore. */
    private static List<KeyEnd> endedKeys(Path keys, boolean forgetErasures) {
        if (!Files.exists(keys)) {
            return List.of();
        }
        try (Connection connection = Sqlite.reader(keys, CACHE_KILOBYTES)) {
            List<KeyEnd> ends = KeyEndTable.readAll(connection);
            Set<String> subjects = ends.stream().map(KeyEnd::subject).collect(Collectors.toSet());
            return ends.stream()
                    .filter(end -> end.successor() == null || subjects.contains(end.successor()))
                    .toList();
        } catch (SQLException e) {
            if (!forgetErasures) {
                throw new StartRefused(
                        "The file " + keys + " cannot be read (" + e.getMessage() + "), so it is unknown who was"
                                + " erased since the backup. Give --forget-erasures to go on, and erase them again.");
            }
            return List.of();
        }
    }

    /**
     * Overwrites keys as an erasure does. A key that the backup does not have gets a tombstone too: another backup may
     * have it. Also deletes the position up to which erasures were carried out, so that the next start goes through all of
     * the log again.
     *
     * @return the number of keys that were in the backup
     */
    private static long destroyKeys(Path keys, List<KeyEnd> ended) {
        long destroyedCount = 0;
        try (Connection connection = Sqlite.writer(keys, "FULL", CACHE_KILOBYTES)) {
            Sqlite.run(connection, "BEGIN IMMEDIATE", KeyEndTable.CREATE, "DELETE FROM swept");
            try (PreparedStatement destroy = connection.prepareStatement("UPDATE keys SET key = zeroblob(length(key)),"
                            + " destroyed = 1 WHERE subject = ? AND destroyed = 0");
                    PreparedStatement add = connection.prepareStatement("INSERT INTO keys (subject, key, destroyed)"
                            + " VALUES (?, zeroblob(64), 1) ON CONFLICT DO NOTHING");
                    PreparedStatement reason = connection.prepareStatement(KeyEndTable.INSERT)) {
                for (KeyEnd end : ended) {
                    destroy.setString(1, end.subject());
                    destroyedCount += destroy.executeUpdate();
                    add.setString(1, end.subject());
                    add.executeUpdate();
                    KeyEndTable.write(reason, end);
                }
            }
            Sqlite.run(connection, "COMMIT", "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
        return destroyedCount;
    }

    /** Deletes the claims of erased subjects. The next start could not: it cannot decrypt their contacts any more. */
    private static void deleteClaims(Path log, List<KeyEnd> ended) {
        ClaimsTable table = ClaimsTable.load();
        try (Connection connection = Sqlite.writer(log, "FULL", CACHE_KILOBYTES)) {
            Sqlite.run(connection, "CREATE TEMP TABLE ended (owner TEXT PRIMARY KEY)", "BEGIN IMMEDIATE");
            try (PreparedStatement add =
                    connection.prepareStatement("INSERT INTO ended (owner) VALUES (?) ON CONFLICT DO NOTHING")) {
                for (KeyEnd end : ended) {
                    SubjectRule rule = table.subjectRule(end.subject());
                    for (String owner : rule == null ? List.<String>of() : rule.streamsOf(end.subject())) {
                        add.setString(1, owner);
                        add.executeUpdate();
                    }
                }
            }
            Sqlite.run(
                    connection,
                    "DELETE FROM claims WHERE owner IN (SELECT owner FROM ended)",
                    "COMMIT",
                    "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private static void requireInstallation(Path directory) {
        if (!Files.exists(directory.resolve(LOG)) || !Files.exists(directory.resolve(KEYS))) {
            throw new StartRefused("There is no Encore data in the directory " + directory + ".");
        }
    }

    private static boolean isExtraFile(Path directory, String name) {
        return !NOT_COPIED.contains(name)
                && !name.contains(".db")
                && !name.endsWith(".tmp")
                && Files.isRegularFile(directory.resolve(name));
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    private static void deleteFilesIn(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            for (String name : names(directory)) {
                Files.delete(directory.resolve(name));
            }
        }
    }
}
