package encore.infra.views.sqlite.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import encore.infra.views.Checksum;
import encore.infra.views.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** A partition's position and checksums: one row for each partition, written with each batch. */
public record PartitionState(long position, List<Views.Sum> sums) {

    static final int MARK_INTERVAL = 8_192;

    public PartitionState {
        sums = List.copyOf(sums);
    }

    /** Creates the tables. A new file gets the given number of partitions; an existing file keeps its own. */
    public static int createTables(SqliteConnection connection, int partitions) {
        connection.run("CREATE TABLE IF NOT EXISTS"
                + " state(one INTEGER PRIMARY KEY, position INTEGER NOT NULL, sums TEXT NOT NULL, sum INTEGER)");
        if (!hasSums(connection)) {
            connection.run("ALTER TABLE state ADD COLUMN sum INTEGER");
        }
        int stored = connection.query("SELECT one FROM state").size();
        if (stored == 0) {
            stored = partitions;
            connection.run("INSERT INTO state(one, position, sums) VALUES"
                    + IntStream.rangeClosed(1, partitions)
                            .mapToObj(one -> "(" + one + ", 0, '')")
                            .collect(Collectors.joining(", ")));
        }
        for (int i = 0; i < stored; i++) {
            connection.run("CREATE TABLE IF NOT EXISTS " + markTable(i)
                    + "(position INTEGER PRIMARY KEY, sums TEXT NOT NULL)");
            connection.run("CREATE TABLE IF NOT EXISTS " + deadLetterTable(i) + "(position INTEGER PRIMARY KEY,"
                    + " stream TEXT NOT NULL, kind TEXT NOT NULL, attempts INTEGER NOT NULL)");
        }
        return stored;
    }

    private static String markTable(int partition) {
        return partition == 0 ? "marks" : "marks_" + partition;
    }

    public static String deadLetterTable(int partition) {
        return partition == 0 ? "dead_letters" : "dead_letters_" + partition;
    }

    public static PartitionState read(SqliteConnection connection, int partition) {
        return connection
                .rows(
                        "SELECT position, sums FROM state WHERE one = ?",
                        List.of(partition + 1),
                        row -> new PartitionState(row.getLong(1), parse(row.getString(2))))
                .getFirst();
    }

    private static boolean hasSums(SqliteConnection connection) {
        return connection
                        .query("SELECT name FROM pragma_table_info('state') WHERE name = 'sum'")
                        .size()
                > 0;
    }

    /** Sums up the position and the document sums, so that damage to this row is found as well. */
    private static long rowChecksum(long position, String sums) {
        CRC32C sum = new CRC32C();
        sum.update((position + "\n" + sums).getBytes(UTF_8));
        return sum.getValue();
    }

    /** Returns the sums of all partitions, or null when a row differs from its own checksum. */
    static @Nullable List<List<Views.Sum>> readAll(SqliteConnection connection) {
        String checksumColumn = hasSums(connection) ? "sum" : "NULL";
        boolean[] rowsMatch = {true};
        var all = new ArrayList<List<Views.Sum>>();
        connection.forEach("SELECT position, sums, " + checksumColumn + " FROM state", row -> {
            long sum = row.getLong(3);
            rowsMatch[0] &= row.wasNull() || sum == rowChecksum(row.getLong(1), row.getString(2));
            if (rowsMatch[0]) {
                all.add(parse(row.getString(2)));
            }
        });
        return rowsMatch[0] ? all : null;
    }

    public static @Nullable List<Views.Sum> readMark(SqliteConnection connection, int partition, long mark) {
        return SqliteDocuments.firstOrNull(connection.rows(
                "SELECT sums FROM " + markTable(partition) + " WHERE position = ?",
                List.of(mark),
                row -> parse(row.getString(1))));
    }

    public void write(SqliteConnection connection, int partition) {
        connection.update(
                "UPDATE state SET position = ?, sums = ?, sum = ? WHERE one = ?",
                position,
                print(),
                rowChecksum(position, print()),
                partition + 1);
        if (position % MARK_INTERVAL == 0 && position > 0) {
            connection.update(
                    "INSERT INTO " + markTable(partition) + "(position, sums) VALUES(?, ?)"
                            + " ON CONFLICT(position) DO UPDATE SET sums = excluded.sums",
                    position,
                    print());
        }
    }

    public Checksum checksum(String collection) {
        return sums.stream()
                .filter(sum -> sum.collection().equals(collection))
                .findFirst()
                .map(Checksum::of)
                .orElseGet(Checksum::new);
    }

    /** Returns one line for each collection: name, number of documents, checksum. */
    private String print() {
        var text = new StringBuilder();
        for (Views.Sum sum : sums) {
            text.append(sum.collection()).append(' ').append(sum.documents()).append(' ');
            text.append(sum.checksum()).append('\n');
        }
        return text.toString();
    }

    private static List<Views.Sum> parse(String text) {
        var sums = new ArrayList<Views.Sum>();
        text.lines()
                .map(line -> line.split(" ", -1))
                .forEach(line -> sums.add(new Views.Sum(line[0], Long.parseLong(line[1]), line[2])));
        return sums;
    }
}
