package encore.infra.views.sqlite;

import encore.infra.views.Checksum;
import encore.infra.views.Views;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a file's documents have come, and their sums: one row, written with each batch. */
record State(long position, List<Views.Sum> sums) {

    static final int MARK = 8_192;

    static final List<String> TABLES = List.of(
            "CREATE TABLE IF NOT EXISTS state(one INTEGER PRIMARY KEY, position INTEGER NOT NULL, sums TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS marks(position INTEGER PRIMARY KEY, sums TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS dead_letters(position INTEGER PRIMARY KEY, stream TEXT NOT NULL,"
                    + " kind TEXT NOT NULL, attempts INTEGER NOT NULL)",
            "INSERT INTO state(one, position, sums) VALUES(1, 0, '') ON CONFLICT(one) DO NOTHING");

    State {
        sums = List.copyOf(sums);
    }

    static State read(Connected connected) {
        return connected
                .rows(
                        "SELECT position, sums FROM state WHERE one = 1",
                        List.of(),
                        row -> new State(row.getLong(1), parse(row.getString(2))))
                .getFirst();
    }

    static @Nullable List<Views.Sum> readMark(Connected connected, long mark) {
        return Found.single(connected.rows(
                "SELECT sums FROM marks WHERE position = ?", List.of(mark), row -> parse(row.getString(1))));
    }

    void write(Connected connected) {
        connected.update("UPDATE state SET position = ?, sums = ? WHERE one = 1", position, print());
        if (position % MARK == 0 && position > 0) {
            connected.update(
                    "INSERT INTO marks(position, sums) VALUES(?, ?)"
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

    /** A line a collection: its name, how many documents, their sum. */
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
