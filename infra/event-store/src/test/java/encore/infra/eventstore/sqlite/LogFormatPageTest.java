package encore.infra.eventstore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that docs/log-format.md, from which others verify our logs, describes our format. With
 * {@code -Dencore.write.docs=true} it writes the example on that page again.
 */
class LogFormatPageTest {

    private static final Path PAGE = Path.of("../../docs/log-format.md");
    private static final Path RULES = Path.of("src/main/resources/encore/claims.tsv");

    @TempDir
    Path directory;

    @Test
    void the_page_has_the_tables_as_they_are() throws Exception {
        String page = Files.readString(PAGE);
        SqliteEventLog.open(directory).close();
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL")) {
            while (rows.next()) {
                assertThat(page).contains(rows.getString(1));
            }
        }
    }

    @Test
    void the_example_has_the_hashes_that_we_write() throws Exception {
        thePageHas("example", example());
    }

    @ParameterizedTest
    @ValueSource(strings = {"claim", "once_key", "subject"})
    void the_page_has_the_rows_of_the_table(String kind) throws IOException {
        thePageHas(kind, rows(kind));
    }

    @Test
    void the_page_explains_each_word_of_the_table() throws IOException {
        String page = Files.readString(PAGE);
        for (String line : Files.readAllLines(RULES)) {
            String[] columns = line.split("\t");
            if (columns[0].equals("claim")) {
                assertThat(page).contains("\n| `" + columns[7] + "` | ");
                if (!columns[6].equals("-")) {
                    assertThat(page).contains("\n| `" + columns[6] + "` | ");
                }
            }
        }
    }

    private static void thePageHas(String part, String text) throws IOException {
        String marked = "<!-- " + part + " -->\n" + text + "<!-- /" + part + " -->";
        String page = Files.readString(PAGE);
        if (Boolean.getBoolean("encore.docs.write")) {
            page = page.replaceFirst(
                    "(?s)<!-- " + part + " -->.*<!-- /" + part + " -->", Matcher.quoteReplacement(marked));
            Files.writeString(PAGE, page);
        }
        assertThat(page).contains(marked);
    }

    /** Returns the rows of a kind as a table. The comment before the first of them names their columns. */
    private static String rows(String kind) throws IOException {
        StringBuilder table = new StringBuilder();
        String names = "";
        for (String line : Files.readAllLines(RULES)) {
            if (line.startsWith("# row\t")) {
                names = line.substring("# row\t".length());
            } else if (line.startsWith(kind + "\t")) {
                if (table.isEmpty()) {
                    int count = names.split("\t").length;
                    table.append("| ").append(names.replace("\t", " | ")).append(" |\n");
                    table.append("|---".repeat(count)).append("|\n");
                }
                for (String column : line.substring(kind.length() + 1).split("\t")) {
                    table.append("| ").append(column.equals("-") ? "" : "`" + column.replace(",", "`, `") + "` ");
                }
                table.append("|\n");
            }
        }
        return table.toString();
    }

    private String example() throws SQLException, IOException {
        AtomicLong now = new AtomicLong(1_760_000_000_000L);
        try (SqliteEventLog log = SqliteEventLog.open(directory, now::get)) {
            log.append(commit(
                            "0199c6a1f4007000800000000000000a",
                            new NewEvent("fan.7.42", 0, "FanRegistered", "1", bytes("{\"account\":7}"), bytes("{}")),
                            new NewEvent(
                                    "fan.7.42",
                                    1,
                                    "FanProfileChanged",
                                    "2",
                                    bytes("{}"),
                                    bytes("{\"city\":\"Zürich\"}"))))
                    .join();
            now.addAndGet(1_500);
            log.append(commit(
                            "0199c6a1f9dc7000800000000000000b",
                            new NewEvent("ledger.7.42.p", 0, "PointsAwarded", "1", bytes(""), bytes("{\"count\":50}"))))
                    .join();
        }
        try (Connection connection = connect()) {
            return table(
                            connection,
                            "SELECT first, count, at, format, hex(id) AS id, lower(hex(head)) AS head FROM commits")
                    + "\n"
                    + table(
                            connection,
                            "SELECT position, stream, sequence, type, revision, CAST(metadata AS TEXT) AS metadata,"
                                    + " CAST(payload AS TEXT) AS payload, lower(hex(leaf)) AS leaf FROM events")
                    + "\nThe bytes that the leaf at 1 is the hash of, in lines of a value each:\n\n```\n"
                    + firstLeaf()
                    + "```\n";
        }
    }

    /** The bytes of the first leaf on the page are written by hand, so that a reader can follow them. */
    private static String firstLeaf() {
        return """
                00000008 0000000000000001                   format 1
                00000008 0000000000000001                   first 1
                00000008 0000000000000002                   count 2
                00000008 00000199c82cc000                   at 1760000000000
                00000010 0199c6a1f4007000800000000000000a   id
                00000008 0000000000000001                   position 1
                00000008 66616e2e372e3432                   stream fan.7.42
                00000008 0000000000000000                   sequence 0
                0000000d 46616e52656769737465726564         type FanRegistered
                00000001 31                                 revision 1
                0000000d 7b226163636f756e74223a377d         metadata {"account":7}
                00000002 7b7d                               payload {}
                """;
    }

    @Test
    void the_bytes_written_out_hash_to_the_first_leaf() throws Exception {
        String hex = firstLeaf()
                .lines()
                .map(line -> line.substring(0, 42).replace(" ", ""))
                .reduce("", String::concat);
        byte[] leaf = MessageDigest.getInstance("SHA-256").digest(HexFormat.of().parseHex(hex));
        assertThat(example()).contains(HexFormat.of().formatHex(leaf));
    }

    private static String table(Connection connection, String sql) throws SQLException {
        StringBuilder table = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData columns = rows.getMetaData();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                table.append("| ").append(columns.getColumnName(i)).append(' ');
            }
            table.append("|\n").append("|---".repeat(columns.getColumnCount())).append("|\n");
            while (rows.next()) {
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    table.append("| `").append(rows.getString(i)).append("` ");
                }
                table.append("|\n");
            }
        }
        return table.toString().replace("``", "empty");
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
    }

    private static NewCommit commit(String id, NewEvent... events) {
        return new NewCommit(HexFormat.of().parseHex(id), List.of(events), null, List.of(), List.of(), List.of());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
