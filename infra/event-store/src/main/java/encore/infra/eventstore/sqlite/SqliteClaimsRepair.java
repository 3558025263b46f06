package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.beside.BesideRows;
import encore.infra.eventstore.beside.ClaimsRepair;
import encore.infra.eventstore.beside.ClaimsReport;
import encore.infra.eventstore.beside.ClaimsReport.Wrong;
import encore.infra.eventstore.log.LogRefused;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Repairs the claims in a data directory, which it keeps others out of. */
public final class SqliteClaimsRepair implements ClaimsRepair {

    private static final int CACHE_KILOBYTES = 8 << 10;

    private final DirectoryLock lock;
    private final LogFile rows;
    private final Path file;

    private SqliteClaimsRepair(DirectoryLock lock, Path file) {
        this.lock = lock;
        this.file = file;
        this.rows = LogFile.open(file);
    }

    /** @throws LogRefused when there is no log in the directory, or when it is running */
    public static SqliteClaimsRepair open(Path directory) {
        Path file = directory.resolve("events.db");
        if (!Files.exists(file)) {
            throw new LogRefused("There is no log in the directory " + directory + ".");
        }
        DirectoryLock lock = DirectoryLock.take(directory);
        boolean opened = false;
        try {
            SqliteClaimsRepair repair = new SqliteClaimsRepair(lock, file);
            opened = true;
            return repair;
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    @Override
    public BesideRows rows() {
        return rows;
    }

    @Override
    public void apply(ClaimsReport report) {
        try (Connection connection = Sqlite.writer(file, "FULL", CACHE_KILOBYTES)) {
            Schema.addSums(connection);
            try (PreparedStatement remove =
                            connection.prepareStatement("DELETE FROM claims WHERE claim = ? AND owner = ?");
                    PreparedStatement add = connection.prepareStatement(
                            "INSERT INTO claims (claim, owner, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
                Sqlite.run(connection, "BEGIN IMMEDIATE");
                for (Wrong wrong : report.unfounded()) {
                    remove.setBytes(1, wrong.claim());
                    remove.setString(2, wrong.owner());
                    remove.executeUpdate();
                }
                for (Wrong wrong : report.missing()) {
                    if (wrong.isKnown()) {
                        add.setBytes(1, wrong.claim());
                        add.setString(2, wrong.owner());
                        add.setLong(3, RowSum.ofClaim(wrong.claim(), wrong.owner()));
                        add.executeUpdate();
                    }
                }
                Sqlite.run(connection, "COMMIT");
            }
            Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    @Override
    public void close() {
        try (lock;
                rows) {
            // The lock last.
        }
    }
}
