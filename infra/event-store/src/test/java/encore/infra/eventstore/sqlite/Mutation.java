package encore.infra.eventstore.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A random, illegal change to a log file.
 *
 * @param mustBeFound whether a verifier that knows the head must find it
 */
record Mutation(String what, boolean mustBeFound) {

    private static final List<String> COMMIT_NUMBERS = List.of("count", "at", "format");
    private static final List<String> EVENT_TEXTS = List.of("stream", "type", "revision");
    private static final List<String> EVENT_BLOBS = List.of("metadata", "payload", "leaf");

    static Mutation apply(Path file, Random random) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            return new Change(connection, statement, random).any();
        }
    }

    private record Change(Connection connection, Statement statement, Random random) {

        Mutation any() throws SQLException {
            return switch (random.nextInt(15)) {
                case 0 -> alterCommitNumber();
                case 1 -> alterBlob("commits", "first", random.nextBoolean() ? "id" : "head", true);
                case 2 -> moveCommit();
                case 3 -> alterText();
                case 4, 5 -> alterBlob("events", "position", pick(EVENT_BLOBS), true);
                case 6 -> alterSequence();
                case 7 -> swapEvents();
                case 8 -> swapCommits();
                case 9 -> drop("events", "position");
                case 10 -> drop("commits", "first");
                case 11 -> cutTheEnd();
                case 12 -> insertEvent();
                case 13 -> insertCommit();
                default -> alterBeside();
            };
        }

        private Mutation alterCommitNumber() throws SQLException {
            String column = pick(COMMIT_NUMBERS);
            long by = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
            return change("UPDATE commits SET %s = %s + %d WHERE first = %d"
                    .formatted(column, column, by, key("commits", "first")));
        }

        private Mutation moveCommit() throws SQLException {
            return change("UPDATE commits SET first = %d WHERE first = %d"
                    .formatted(free("commits", "first"), key("commits", "first")));
        }

        private Mutation alterText() throws SQLException {
            String column = pick(EVENT_TEXTS);
            String to = random.nextBoolean() ? column + " || 'x'" : "CAST(x'ff' || " + column + " AS TEXT)";
            return change(
                    "UPDATE events SET %s = %s WHERE position = %d".formatted(column, to, key("events", "position")));
        }

        private Mutation alterSequence() throws SQLException {
            return change("UPDATE events SET sequence = sequence + %d WHERE position = %d"
                    .formatted(1_000 + random.nextInt(9), key("events", "position")));
        }

        private Mutation alterBlob(String table, String key, String column, boolean mustBeFound) throws SQLException {
            long row = key(table, key);
            byte[] value;
            try (ResultSet rows =
                    statement.executeQuery("SELECT %s FROM %s WHERE %s = %d".formatted(column, table, key, row))) {
                value = rows.getBytes(1);
            }
            byte[] changed = changed(value);
            try (PreparedStatement update = connection.prepareStatement(
                    "UPDATE %s SET %s = ? WHERE %s = %d".formatted(table, column, key, row))) {
                update.setBytes(1, changed);
                update.executeUpdate();
            }
            boolean seen = mustBeFound || changed.length != value.length && !column.equals("answer");
            return new Mutation(
                    "%s.%s at %d from %d to %d bytes".formatted(table, column, row, value.length, changed.length),
                    seen);
        }

        private byte[] changed(byte[] value) {
            int kind = value.length == 0 ? 1 : random.nextInt(3);
            byte[] changed =
                    Arrays.copyOf(value, kind == 0 ? value.length : kind == 1 ? value.length + 1 : value.length - 1);
            if (kind == 0) {
                changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
            }
            return changed;
        }

        private Mutation swapEvents() throws SQLException {
            long one = key("events", "position");
            long other = other("events", "position", one);
            if (random.nextBoolean()) {
                return swap("events", "position", one, other);
            }
            statement.executeUpdate("CREATE TEMP TABLE leaves AS SELECT position, leaf FROM events");
            swap("events", "position", one, other);
            statement.executeUpdate(
                    "UPDATE events SET leaf = (SELECT leaf FROM leaves l WHERE l.position = events.position)");
            return new Mutation("events %d and %d swapped but for their leaves".formatted(one, other), true);
        }

        private Mutation swapCommits() throws SQLException {
            long one = key("commits", "first");
            return swap("commits", "first", one, other("commits", "first", one));
        }

        private Mutation swap(String table, String key, long one, long other) throws SQLException {
            String sql = "UPDATE " + table + " SET " + key + " = %d WHERE " + key + " = %d";
            statement.executeUpdate(sql.formatted(-1_000_000, one));
            statement.executeUpdate(sql.formatted(one, other));
            statement.executeUpdate(sql.formatted(other, -1_000_000));
            return new Mutation("%s %d and %d swapped".formatted(table, one, other), true);
        }

        private Mutation drop(String table, String key) throws SQLException {
            return change("DELETE FROM %s WHERE %s = %d".formatted(table, key, key(table, key)));
        }

        private Mutation cutTheEnd() throws SQLException {
            long from = key("commits", "first");
            change("DELETE FROM requests WHERE position >= " + from);
            change("DELETE FROM once_keys WHERE position >= " + from);
            change("DELETE FROM commits WHERE first >= " + from);
            return change("DELETE FROM events WHERE position >= " + from);
        }

        private Mutation insertEvent() throws SQLException {
            return change(
                    "INSERT INTO events SELECT %d, stream || '.copy', sequence, type, revision, metadata, payload, leaf"
                                    .formatted(free("events", "position"))
                            + " FROM events WHERE position = " + key("events", "position"));
        }

        private Mutation insertCommit() throws SQLException {
            return change("INSERT INTO commits SELECT %d, count, at, format, id, head FROM commits WHERE first = %d"
                    .formatted(free("commits", "first"), key("commits", "first")));
        }

        private Mutation alterBeside() throws SQLException {
            long request = key("requests", "position");
            return switch (random.nextInt(11)) {
                case 0 -> alterBlob("requests", "position", "id", true);
                case 1 -> alterBlob("requests", "position", "fingerprint", false);
                case 2 -> alterBlob("requests", "position", "answer", false);
                case 3 ->
                    change("UPDATE requests SET position = %d WHERE position = %d"
                            .formatted(1_000_000 + random.nextInt(9), request));
                case 4 -> change("UPDATE once_keys SET position = 0 WHERE position = " + key("once_keys", "position"));
                case 5 -> drop("once_keys", "position");
                case 6 ->
                    change("UPDATE once_keys SET %s WHERE position = %d"
                            .formatted(
                                    random.nextBoolean() ? "fingerprint = '51'" : "answer = x'7b7d'",
                                    key("once_keys", "position")));
                case 7 ->
                    change("INSERT INTO once_keys SELECT randomblob(16), position, fingerprint, answer FROM once_keys"
                            + " WHERE position = " + key("once_keys", "position"));
                case 8 -> change("DELETE FROM claims WHERE " + claim());
                case 9 -> change("UPDATE claims SET owner = owner || '0' WHERE " + claim());
                default -> change("DELETE FROM requests WHERE position = " + request);
            };
        }

        private String claim() throws SQLException {
            return "claim = (SELECT claim FROM claims ORDER BY claim LIMIT 1 OFFSET %d)"
                    .formatted(random.nextInt((int) one("SELECT count(*) FROM claims")));
        }

        private Mutation change(String sql) throws SQLException {
            statement.executeUpdate(sql);
            return new Mutation(sql, true);
        }

        private long key(String table, String key) throws SQLException {
            return one("SELECT %s FROM %s ORDER BY %s LIMIT 1 OFFSET %d"
                    .formatted(key, table, key, random.nextInt((int) one("SELECT count(*) FROM " + table))));
        }

        private long other(String table, String key, long than) throws SQLException {
            long other = key(table, key);
            return other == than ? other(table, key, than) : other;
        }

        /** Returns a number that no row has: before the first, after the last, or within a commit. */
        private long free(String table, String key) throws SQLException {
            return switch (random.nextInt(table.equals("commits") ? 3 : 2)) {
                case 0 -> -random.nextInt(3);
                case 1 -> one("SELECT max(position) FROM events") + 1 + random.nextInt(3);
                default ->
                    one("SELECT first + 1 FROM commits WHERE count > 1 ORDER BY first LIMIT 1 OFFSET "
                            + random.nextInt(5));
            };
        }

        private long one(String sql) throws SQLException {
            try (ResultSet rows = statement.executeQuery(sql)) {
                return rows.getLong(1);
            }
        }

        private String pick(List<String> names) {
            return names.get(random.nextInt(names.size()));
        }
    }
}
