package encore.infra.eventstore.sqlite.keys;

import encore.infra.eventstore.keys.MasterKey;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.directory.DirectoryLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Wraps all keys in {@code keys.db}: at the first start with a master key, and when the master key changes. */
public final class KeyWrapping {

    private static final int CACHE_KILOBYTES = 2_048;

    private KeyWrapping() {}

    /** Wraps all keys if they are plain. Afterwards no page of the file contains a plain key. */
    static void wrapPlainKeys(Connection connection, MasterKey master) throws SQLException {
        try (PreparedStatement plain = connection.prepareStatement(
                "SELECT count(*) FROM secrets WHERE length(secret) = " + (MasterKey.WRAPPED_BYTES / 2))) {
            Long found = Sqlite.queryLong(plain);
            if (found != null && found > 0) {
                wrapAll(connection, master);
                // Wrapped rows are longer. Rows that moved to another page may have left bytes in the old place.
                Sqlite.run(connection, "VACUUM");
                emptyWal(connection);
            }
        }
    }

    /**
     * Changes the master key of a data directory that no process has open. If this is interrupted, the directory can
     * still be opened, and another call completes the change.
     *
     * @return the number of keys that were wrapped again
     * @throws StartRefused when there are no keys, when Encore is running, or when the master key did not wrap these keys
     */
    public static int rotate(Path directory, Path masterKey) {
        Path file = directory.resolve("keys.db");
        if (!Files.exists(file)) {
            throw new StartRefused("There are no keys in the directory " + directory + ".");
        }
        try (DirectoryLock lock = DirectoryLock.acquire(directory);
                Connection connection = Sqlite.writer(file, "FULL", CACHE_KILOBYTES)) {
            KeyTables.create(connection);
            MasterKey master = MasterKey.open(
                    masterKey, new KeyTables(connection).secrets().values());
            master.addFreshKey();
            int wrapped = wrapAll(connection, master);
            emptyWal(connection);
            master.dropOldKeys();
            return wrapped;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private static int wrapAll(Connection connection, MasterKey master) throws SQLException {
        Sqlite.run(connection, "BEGIN IMMEDIATE");
        try {
            int wrapped =
                    wrap(connection, master, "keys", "subject", "key", "destroyed = 0", MasterKey::purposeOfSubject)
                            + wrap(connection, master, "secrets", "name", "secret", "true", MasterKey::purposeOfSecret);
            Sqlite.run(connection, "COMMIT");
            return wrapped;
        } catch (SQLException | RuntimeException e) {
            Sqlite.rollBack(connection);
            throw e;
        }
    }

    private static int wrap(
            Connection connection,
            MasterKey master,
            String table,
            String nameColumn,
            String column,
            String condition,
            UnaryOperator<String> purpose)
            throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement all =
                        connection.prepareStatement("SELECT " + nameColumn + " FROM " + table + " WHERE " + condition);
                ResultSet rows = all.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        try (PreparedStatement get = connection.prepareStatement(
                        "SELECT " + column + " FROM " + table + " WHERE " + nameColumn + " = ?");
                PreparedStatement put = connection.prepareStatement(
                        "UPDATE " + table + " SET " + column + " = ? WHERE " + nameColumn + " = ?")) {
            for (String name : names) {
                get.setString(1, name);
                byte[] kept;
                try (ResultSet row = get.executeQuery()) {
                    row.next();
                    kept = row.getBytes(1);
                }
                put.setBytes(1, master.rewrap(purpose.apply(name), kept));
                put.setString(2, name);
                put.executeUpdate();
            }
        }
        return names.size();
    }

    private static void emptyWal(Connection connection) throws SQLException {
        new KeyTables(connection).emptyWal();
    }
}
