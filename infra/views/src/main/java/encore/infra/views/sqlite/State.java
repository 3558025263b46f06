package encore.infra.views.sqlite;

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
record State(long position, List<Views.Sum> sums) {

    static final int MARK = 8_192;

    State {
        sums = List.copyOf(sums);
    }

    /** Creates the tables. A new file gets the given number of partitions; an existing file keeps its own. */
    static int prepare(Connected connected, int segments) {
        connected.run("CREATE TABLE IF NOT EXISTS"
                + " state(one INTEGER PRIMARY KEY, position INTEGER NOT NULL, sums TEXT NOT NULL, sum INTEGER)");
        if (!hasSums(connected)) {
            connected.run("ALTER TABLE state ADD COLUMN sum INTEGER");
        }
        int stored = connected.query("SELECT one FROM state").size();
        if (stored == 0) {
            stored = segments;
            connected.run("INSERT INTO state(one, position, sums) VALUES"
                    + IntStream.rangeClosed(1, segments)
                            .mapToObj(one -> "(" + one + ", 0, '')")
                            .collect(Collectors.joining(", ")));
        }
        for (int i = 0; i < stored; i++) {
            connected.run(
                    "CREATE TABLE IF NOT EXISTS " + marks(i) + "(position INTEGER PRIMARY KEY, sums TEXT NOT NULL)");
            connected.run("CREATE TABLE IF NOT EXISTS " + letters(i) + "(position INTEGER PRIMARY KEY,"
                    + " stream TEXT NOT NULL, kind TEXT NOT NULL, attempts INTEGER NOT NULL)");
        }
        return stored;
    }

    private static String marks(int segment) {
        return segment == 0 ? "marks" : "marks_" + segment;
    }

    static String letters(int segment) {
        return segment == 0 ? "dead_letters" : "dead_letters_" + segment;
    }

    static State read(Connected connected, int segment) {
        return connected
                .rows(
                        "SELECT position, sums FROM state WHERE one = ?",
                        List.of(segment + 1),
                        row -> new State(row.getLong(1), parse(row.getString(2))))
                .getFirst();
    }

    private static boolean hasSums(Connected connected) {
        return connected
                        .query("SELECT name FROM pragma_table_info('state') WHERE name = 'sum'")
                        .size()
                > 0;
    }

    /** Sums up the position and the document sums, so that damage to this row is found as well. */
    private static long sum(long position, String sums) {
        CRC32C sum = new CRC32C();
        sum.update((position + "\n" + sums).getBytes(UTF_8));
        return sum.getValue();
    }

    /** Returns the sums of all partitions, or null when a row differs from its own checksum. */
    static @Nullable List<List<Views.Sum>> readAll(Connected connected) {
        String summed = hasSums(connected) ? "sum" : "NULL";
        boolean[] right = {true};
        var all = new ArrayList<List<Views.Sum>>();
        connected.each("SELECT position, sums, " + summed + " FROM state", row -> {
            long sum = row.getLong(3);
            right[0] &= row.wasNull() || sum == sum(row.getLong(1), row.getString(2));
            if (right[0]) {
                all.add(parse(row.getString(2)));
            }
        });
        return right[0] ? all : null;
    }

    static @Nullable List<Views.Sum> readMark(Connected connected, int segment, long mark) {
        return Found.single(connected.rows(
                "SELECT sums FROM " + marks(segment) + " WHERE position = ?",
                List.of(mark),
                row -> parse(row.getString(1))));
    }

    void write(Connected connected, int segment) {
        connected.update(
                "UPDATE state SET position = ?, sums = ?, sum = ? WHERE one = ?",
                position,
                print(),
                sum(position, print()),
                segment + 1);
        if (position % MARK == 0 && position > 0) {
            connected.update(
                    "INSERT INTO " + marks(segment) + "(position, sums) VALUES(?, ?)"
                            + " ON CONFLICT(position) DO UPDATE SET sums = excluded.sums",
                    position,
                    print());
        }
    }

    Checksum checksum(String collection) {
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
