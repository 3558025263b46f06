package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.OwnerOnly;
import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Copies of a data directory: taken while it is in use, and put back while it is not. */
public final class SqliteBackup {

    /** Is there from a restore's first change to its last: nothing starts over half of one. */
    static final String RESTORING = "restoring";

    private static final int CACHE_KILOBYTES = 8 << 10;
    private static final String LOG = "events.db";
    private static final String KEYS = "keys.db";

    /** Beside databases: what is a process's own, made anew, written by itself, or to be kept apart from backups. */
    private static final Set<String> NOT_COPIED =
            Set.of("lock", "head", "head.next", "master.key", "demo-keys.json", RESTORING);

    private SqliteBackup() {}

    /**
     * Copies log and keys into a new directory, each as of one moment, the keys' behind the log's: so every key is there that
     * the copied log needs. What is there is verified before this returns.
     *
     * @return what the copied log is
     */
    public static LogVerifier.Report take(Path directory, Path to) {
        mustBeThere(directory);
        try {
            OwnerOnly.directory(to);
            if (!names(to).isEmpty()) {
                throw new LogRefused("The directory " + to + " is not empty: a backup is written into one of its own.");
            }
            // Before the log: a signed head that was kept must not be beyond its copy.
            for (String name : names(directory)) {
                if (isBeside(directory, name)) {
                    Files.copy(directory.resolve(name), to.resolve(name));
                    sync(to.resolve(name));
                }
            }
            copy(directory.resolve(LOG), to.resolve(LOG));
            copy(directory.resolve(KEYS), to.resolve(KEYS));
            LogVerifier.Report report = verified(to);
            // Last: without it nothing is restored.
            HeadFile.in(to).write(new Head(report.head(), report.hash(), 0));
            return report;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** In one read transaction, beside whoever writes; what was deleted is left behind. */
    private static void copy(Path from, Path to) throws IOException {
        try (Connection connection = Sqlite.reader(from, CACHE_KILOBYTES);
                PreparedStatement copy = connection.prepareStatement("VACUUM INTO ?")) {
            copy.setString(1, to.toString());
            copy.execute();
        } catch (SQLException e) {
            throw new LogRefused("The file " + from + " cannot be copied (" + e.getMessage() + ").");
        }
        sync(to);
    }

    private static LogVerifier.Report verified(Path directory) {
        String problem = Start.problem(directory.resolve(LOG), HeadFile.in(directory));
        if (problem != null) {
            throw new LogRefused("The log in " + directory + " is damaged (" + problem + ").");
        }
        try (LogFile rows = LogFile.open(directory.resolve(LOG))) {
            return LogVerifier.verify(rows, null);
        }
    }

    /**
     * Puts a backup in a directory's place. Whoever was erased there meanwhile stays so: its key is destroyed in what is put
     * back, and the next start erases it in the log as well.
     *
     * @param forgetErasures whether to go on when the keys that are there cannot tell who was erased
     * @return what the log is now, and how many were erased since
     */
    public static Restored restore(Path from, Path directory, boolean forgetErasures) {
        mustBeThere(from);
        if (!Files.exists(HeadFile.in(from).path())) {
            throw new LogRefused("The backup in " + from + " has no file head: it was not finished.");
        }
        LogVerifier.Report report = verified(from);
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            List<String> erased = erased(directory.resolve(KEYS), forgetErasures);
            Files.writeString(directory.resolve(RESTORING), from + "\n");
            sync(directory.resolve(RESTORING));
            Path log = directory.resolve(LOG + ".restored");
            Path keys = directory.resolve(KEYS + ".restored");
            Files.copy(from.resolve(LOG), log, StandardCopyOption.REPLACE_EXISTING);
            Files.copy(from.resolve(KEYS), keys, StandardCopyOption.REPLACE_EXISTING);
            long again = eraseAgain(keys, erased);
            forgetClaims(log, erased);
            sync(log);
            sync(keys);
            Sqlite.drop(directory.resolve("snapshots.db"));
            empty(directory.resolve("views"));
            empty(directory.resolve("automations"));
            Sqlite.drop(directory.resolve(LOG));
            Files.move(log, directory.resolve(LOG), StandardCopyOption.ATOMIC_MOVE);
            Sqlite.drop(directory.resolve(KEYS));
            Files.move(keys, directory.resolve(KEYS), StandardCopyOption.ATOMIC_MOVE);
            for (String name : names(from)) {
                if (isBeside(from, name)) {
                    Files.copy(from.resolve(name), directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
            HeadFile.in(directory).write(new Head(report.head(), report.hash(), 0));
            Files.delete(directory.resolve(RESTORING));
            sync(directory);
            return new Restored(report, again);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param erased how many subjects had a key in the backup and have none any more */
    public record Restored(LogVerifier.Report log, long erased) {}

    private static List<String> erased(Path keys, boolean forgetErasures) {
        List<String> erased = new ArrayList<>();
        if (!Files.exists(keys)) {
            return erased;
        }
        try (Connection connection = Sqlite.reader(keys, CACHE_KILOBYTES);
                PreparedStatement query = connection.prepareStatement("SELECT subject FROM keys WHERE destroyed = 1");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                erased.add(rows.getString(1));
            }
        } catch (SQLException e) {
            if (!forgetErasures) {
                throw new LogRefused(
                        "The file " + keys + " cannot be read (" + e.getMessage() + "), so nobody knows who"
                                + " was erased since the backup: give --forget-erasures to go on, and erase them again.");
            }
        }
        return erased;
    }

    /** Overwrites the keys as an erasure does; without a mark of how far erasures came all of the log is swept. */
    private static long eraseAgain(Path keys, List<String> erased) {
        long again = 0;
        try (Connection connection = Sqlite.writer(keys, "FULL", CACHE_KILOBYTES)) {
            Sqlite.run(connection, "BEGIN IMMEDIATE", "DELETE FROM swept");
            try (PreparedStatement destroy = connection.prepareStatement("UPDATE keys SET key = zeroblob(length(key)),"
                    + " destroyed = 1 WHERE subject = ? AND destroyed = 0")) {
                for (String subject : erased) {
                    destroy.setString(1, subject);
                    again += destroy.executeUpdate();
                }
            }
            Sqlite.run(connection, "COMMIT", "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
        return again;
    }

    /** The next start erases them in the log, and can no more read which contacts were theirs. */
    private static void forgetClaims(Path log, List<String> erased) {
        try (Connection connection = Sqlite.writer(log, "FULL", CACHE_KILOBYTES)) {
            Sqlite.run(connection, "CREATE TEMP TABLE erased (subject TEXT PRIMARY KEY)", "BEGIN IMMEDIATE");
            try (PreparedStatement add = connection.prepareStatement("INSERT INTO erased (subject) VALUES (?)")) {
                for (String subject : erased) {
                    add.setString(1, subject.substring(subject.indexOf('.') + 1));
                    add.executeUpdate();
                }
            }
            Sqlite.run(
                    connection,
                    "DELETE FROM claims WHERE substr(owner, instr(owner, '.') + 1) IN (SELECT subject FROM erased)",
                    "COMMIT",
                    "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    private static void mustBeThere(Path directory) {
        if (!Files.exists(directory.resolve(LOG)) || !Files.exists(directory.resolve(KEYS))) {
            throw new LogRefused("There is no Encore in the directory " + directory + ".");
        }
    }

    private static boolean isBeside(Path directory, String name) {
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

    private static void empty(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            for (String name : names(directory)) {
                Files.delete(directory.resolve(name));
            }
        }
    }

    private static void sync(Path path) throws IOException {
        boolean file = Files.isRegularFile(path);
        try (FileChannel channel = FileChannel.open(path, file ? StandardOpenOption.WRITE : StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
