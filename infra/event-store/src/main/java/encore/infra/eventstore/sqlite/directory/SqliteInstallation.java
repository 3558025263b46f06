package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.keys.CopiedKey;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.KeyEndTable;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.verify.CopiedCommit;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads all data of an embedded installation except views, to copy it elsewhere. No other process may have it open. */
public final class SqliteInstallation implements AutoCloseable {

    private static final int CACHE_KILOBYTES = 8 << 10;

    private final DirectoryLock lock;
    private final LogFileRows log;
    private final Connection events;
    private final Connection keys;
    private final Path directory;

    private SqliteInstallation(Path directory, DirectoryLock lock) throws SQLException {
        this.directory = directory;
        this.lock = lock;
        this.log = LogFileRows.open(directory.resolve("events.db"));
        this.events = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES);
        this.keys = Sqlite.reader(directory.resolve("keys.db"), CACHE_KILOBYTES);
    }

    /** @throws StartRefused when there is no installation in the directory, or when it is running */
    public static SqliteInstallation open(Path directory) {
        if (!Files.exists(directory.resolve("events.db")) || !Files.exists(directory.resolve("keys.db"))) {
            throw new StartRefused("There is no Encore data in the directory " + directory + ".");
        }
        DirectoryLock lock = DirectoryLock.acquire(directory);
        boolean opened = false;
        try {
            SqliteInstallation installation = new SqliteInstallation(directory, lock);
            opened = true;
            return installation;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    public LogVerifier.Rows log() {
        return log;
    }

    /** Returns the head in the directory's head file, or null. */
    public LogVerifier.@Nullable Known knownHead() {
        try {
            return HeadFile.in(directory).knownHead();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Passes on each commit after a position with its answer and once-keys. */
    public void commits(long after, Consumer<CopiedCommit> copy) {
        try (RowCursor requests = new RowCursor(
                        "SELECT position, id, fingerprint, answer FROM requests WHERE position > ? ORDER BY position",
                        after);
                RowCursor onceKeys = new RowCursor(
                        "SELECT position, key, fingerprint, answer FROM once_keys WHERE position > ? ORDER BY position",
                        after)) {
            Iterator<LogVerifier.Event> rows = log.events();
            for (Iterator<LogVerifier.Commit> each = log.commits(); each.hasNext(); ) {
                LogVerifier.Commit commit = each.next();
                List<LogVerifier.Event> events = new ArrayList<>();
                for (long left = commit.columns().count(); left > 0; left--) {
                    events.add(rows.next());
                }
                long last = commit.columns().first() + commit.columns().count() - 1;
                if (last > after) {
                    copy.accept(new CopiedCommit(commit, events, request(requests, last), keys(onceKeys, last)));
                }
            }
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private static @Nullable RememberedAnswer request(RowCursor requests, long last) throws SQLException {
        if (!requests.isAt(last)) {
            return null;
        }
        ResultSet row = requests.rows;
        RememberedAnswer request =
                new RememberedAnswer(new RequestIdentity(row.getBytes(2), row.getBytes(3)), last, row.getBytes(4));
        requests.next();
        return request;
    }

    private static List<CopiedCommit.Key> keys(RowCursor onceKeys, long last) throws SQLException {
        List<CopiedCommit.Key> found = new ArrayList<>(0);
        for (; onceKeys.isAt(last); onceKeys.next()) {
            ResultSet row = onceKeys.rows;
            found.add(new CopiedCommit.Key(row.getBytes(2), row.getString(3), row.getBytes(4)));
        }
        return found;
    }

    public void claims(Consumer<OwnedClaim> copy) {
        each(
                events,
                "SELECT claim, owner FROM claims",
                row -> copy.accept(new OwnedClaim(row.getBytes(1), row.getString(2))));
    }

    public void tokens(BiConsumer<String, Long> copy) {
        each(events, "SELECT processor, position FROM tokens", row -> copy.accept(row.getString(1), row.getLong(2)));
    }

    public void keys(Consumer<CopiedKey> copy) {
        each(
                keys,
                "SELECT subject, key FROM keys WHERE destroyed = 0",
                row -> copy.accept(new CopiedKey(row.getString(1), row.getBytes(2), null)));
        try {
            KeyEndTable.readAll(keys).forEach(end -> copy.accept(new CopiedKey(end.subject(), null, end)));
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    public void secrets(BiConsumer<String, byte[]> copy) {
        each(keys, "SELECT name, secret FROM secrets", row -> copy.accept(row.getString(1), row.getBytes(2)));
    }

    public void erasedUpTo(Consumer<Long> copy) {
        each(keys, "SELECT position FROM swept", row -> copy.accept(row.getLong(1)));
    }

    private static void each(Connection connection, String sql, Sqlite.SqlAction<ResultSet> sqlAction) {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                sqlAction.on(rows);
            }
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public void close() {
        try (lock;
                log;
                events;
                keys) {
            // Resources are closed in reverse order: the lock last.
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    /** Iterates over rows of a side table by ascending position. */
    private final class RowCursor implements AutoCloseable {

        private final PreparedStatement query;
        private final ResultSet rows;
        private boolean more;

        RowCursor(String sql, long after) throws SQLException {
            query = events.prepareStatement(sql);
            query.setLong(1, after);
            rows = query.executeQuery();
            more = rows.next();
        }

        boolean isAt(long position) throws SQLException {
            return more && rows.getLong(1) == position;
        }

        void next() throws SQLException {
            more = rows.next();
        }

        @Override
        public void close() throws SQLException {
            try (query;
                    rows) {
                // Closes both.
            }
        }
    }
}
