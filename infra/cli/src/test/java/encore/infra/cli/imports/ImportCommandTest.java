package encore.infra.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.cli.EncoreCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class ImportCommandTest {

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private FakeImports encore;

    @BeforeEach
    void a_server() throws IOException {
        encore = new FakeImports();
    }

    @AfterEach
    void stop() {
        encore.close();
    }

    @Test
    void columns_are_recognised_by_name_and_alias_and_values_are_sent_in_one_form() throws IOException {
        assertThat(points(
                        "E-Mail;Points;Date;Notes\nada@x.example;5;2020-02-29 13:00;\"a;b\"\n",
                        "--set",
                        "point_name=stars",
                        "--zone",
                        "Europe/Berlin"))
                .isZero();
        JsonNode row = encore.rows().getFirst();
        assertThat(row.get("email").asString()).isEqualTo("ada@x.example");
        assertThat(row.get("point_count").asString()).isEqualTo("5");
        assertThat(row.get("point_name").asString()).isEqualTo("stars");
        assertThat(row.get("effective_at").asString()).isEqualTo("2020-02-29T12:00:00Z");
        assertThat(row.has("Notes")).isFalse();
        assertThat(out.toString()).contains("email <- E-Mail", "point_name = stars", "Not imported: Notes", "1 done");
    }

    @Test
    void a_key_is_the_hash_of_the_contract() throws Exception {
        assertThat(points("email,points,date\nada@x.example,5,1582977600\nada@x.example,5,2020-02-29T12:00:00Z\n"))
                .isZero();
        String values = "points\neffective_at=2020-02-29T12:00:00Z\npoint_count=5\n#";
        assertThat(encore.rows())
                .extracting(row -> row.get("award_key").asString())
                .containsExactly(keyOf(values + "0"), keyOf(values + "1"));
    }

    private static String keyOf(String text) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "import-" + HexFormat.of().formatHex(hash).substring(0, 40);
    }

    /** The keys that the console makes of these rows. If they change, files that were imported in part are imported twice. */
    @Test
    void keys_are_those_of_the_console() throws IOException {
        String rows = """
                email,point_count,effective_at
                a@x,5,2024-03-31 02:30
                a@x,5,2024-03-31 02:30
                b@x,5,2024-03-31 02:30
                b@x,5,2024-10-27 02:30
                b@x,5,29.02.2020 12:00:00
                b@x,,2020-02-29T12:00:00.120Z
                b@x, 7\u00a0,1582977600
                b@x,7,2020-02-30
                """;
        points(rows, "--set", "point_name=stérs", "--zone", "Europe/Berlin");
        assertThat(encore.rows())
                .extracting(row -> row.get("award_key").asString())
                .containsExactly(
                        "import-57618d1cf048653815b4d8007fb7274204daf3d1",
                        "import-dfdfc03bfb80a23b53e62d391e679a1d44aa2083",
                        "import-57618d1cf048653815b4d8007fb7274204daf3d1",
                        "import-3ec67ccb33bb3128d4b82d590813a5656bf3eddd",
                        "import-d867adb5ae4432fc89110ae22fe8dc90c75f9943",
                        "import-2b6dbbaf6edc158c7af545842a7ab92d2993e117",
                        "import-366a91d7ea690f08853b033cad700882bbdff235",
                        "import-1833085ef1afe8329282397c70f4c65f81638ea6");
    }

    @Test
    void awards_of_different_fans_are_not_counted_as_equal_and_purchases_are() throws IOException {
        String rows = "email,point_count\na@x.example,5\nb@x.example,5\n";
        assertThat(points(rows)).isZero();
        assertThat(encore.rows().get(0).get("award_key"))
                .isEqualTo(encore.rows().get(1).get("award_key"));
        encore.calls.clear();
        assertThat(run("purchases", file("p.csv", "email,gross_sale_amount\na@x.example,5\nb@x.example,5\n")))
                .isZero();
        assertThat(encore.rows().get(0).get("purchase_key"))
                .isNotEqualTo(encore.rows().get(1).get("purchase_key"));
    }

    @Test
    void keys_of_the_file_are_kept_and_rows_without_one_get_one() throws IOException {
        assertThat(points("email,point_count,award_key\na@x.example,5,key-1\nb@x.example,5,\n"))
                .isZero();
        assertThat(encore.rows().get(0).get("award_key").asString()).isEqualTo("key-1");
        assertThat(encore.rows().get(1).get("award_key").asString()).startsWith("import-");
    }

    @Test
    void fans_are_sent_without_a_key_and_fields_of_a_family_keep_their_names() throws IOException {
        assertThat(run("fans", file("fans.csv", "email,birth_date\na@x.example,29.02.2000\n")))
                .isZero();
        assertThat(encore.rows().getFirst().has("import_key")).isFalse();
        assertThat(encore.rows().getFirst().get("birth_date").asString()).isEqualTo("2000-02-29");
        encore.calls.clear();
        assertThat(run(
                        "activities",
                        file("a.csv", "email,field_Seat\na@x.example,A7\n"),
                        "--set",
                        "campaign_title=Quiz"))
                .isZero();
        assertThat(encore.rows().getFirst().get("field_Seat").asString()).isEqualTo("A7");
    }

    @Test
    void quotes_embedded_line_ends_and_all_line_ends_are_read_and_lines_are_those_of_the_file() throws IOException {
        assertThat(
                        points(
                                "\uFEFFemail,point_count,point_name\r\n\"a@x.example\",1,\"two\r\nlines, \"\"quoted\"\"\"\r\n\r\nb@x.example,many,x\rc@x.example,many,y\n"))
                .isEqualTo(1);
        assertThat(encore.rows().getFirst().get("point_name").asString()).isEqualTo("two\r\nlines, \"quoted\"");
        assertThat(err.toString()).contains("Line 5: point_count: is not a whole number", "Line 6: point_count");
    }

    @Test
    void a_file_of_another_encoding_is_refused_before_anything_is_sent() throws IOException {
        Path latin = Files.write(
                directory.resolve("latin.csv"),
                "email,point_count\na@x.example,1\nJürgen,2\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(run("points", latin)).isEqualTo(2);
        assertThat(err.toString()).contains("Line 3: the file is not UTF-8");
        for (String charset : List.of("UTF-16", "UTF-16LE")) {
            err.getBuffer().setLength(0);
            Path utf16 = Files.write(
                    directory.resolve("utf16.csv"),
                    "email,point_count\na@x.example,1\n".getBytes(Charset.forName(charset)));
            assertThat(run("points", utf16)).isEqualTo(2);
            assertThat(err.toString()).contains("UTF-16");
        }
        err.getBuffer().setLength(0);
        assertThat(run("points", Files.write(directory.resolve("x.csv"), new byte[] {'P', 'K', 3, 4})))
                .isEqualTo(2);
        assertThat(err.toString()).contains("workbook");
        assertThat(encore.calls).isEmpty();
    }

    @Test
    void a_letter_that_the_end_of_the_file_cuts_off_is_no_utf_8() throws IOException {
        Path cut =
                Files.write(directory.resolve("cut.csv"), new byte[] {'e', 'm', 'a', 'i', 'l', '\n', 'x', (byte) 0xc3});
        assertThat(run("points", cut)).isEqualTo(2);
        assertThat(err.toString()).contains("Line 2: the file is not UTF-8");
    }

    @Test
    void a_hundred_columns_are_read_and_one_more_is_refused() throws IOException {
        assertThat(points(wide(100))).isZero();
        assertThat(encore.rows()).hasSize(1);
        assertThat(points(wide(101))).isEqualTo(2);
        assertThat(err.toString()).contains("Line 1: the file has 101 columns", "at most 100");
    }

    private static String wide(int columns) {
        String more = IntStream.range(2, columns).mapToObj(n -> ",c" + n).collect(Collectors.joining());
        return "email,point_count" + more + "\na@x.example,1" + more + "\n";
    }

    @Test
    void rows_beyond_a_bound_are_refused_and_the_next_are_imported() throws IOException {
        String huge = "x".repeat(10_000_000);
        assertThat(points("email,point_count\n" + huge + ",1\n\"" + huge
                        + "\",1\na@x.example,1\n\"b@x.example\"y,1\nc@x.example\nd@x.example,1,2\n" + "e,1"
                        + ",".repeat(120) + "\nf@x.example,1\n"))
                .isEqualTo(1);
        assertThat(err.toString())
                .contains("Line 2: a field of the row is longer than 64 KiB.", "Line 3: a field of the row is longer")
                .contains("Line 5: a quoted field of the row goes on after its closing quote.")
                .contains("Line 6: the row has 1 column and the first line has 2.", "Line 7: the row has 3 columns")
                .contains("Line 8: the row has more than 100 columns.");
        assertThat(encore.rows())
                .extracting(row -> row.get("email").asString())
                .containsExactly("a@x.example", "f@x.example");
    }

    @Test
    void a_quote_that_is_never_closed_names_its_line_and_the_last_one() throws IOException {
        assertThat(points("email,point_count\na@x.example,1\n\"b@x.example,1\n" + "c@x.example,1\n".repeat(500_000)))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Line 3: the quote that opens in line 3 is never closed", "line 500004");
        assertThat(encore.rows()).hasSize(1);
    }

    @Test
    void heads_that_are_doubled_missing_or_unknown_end_it_before_anything_is_sent() throws IOException {
        assertThat(points("email,mail,point_count\na,b,1\n")).isEqualTo(2);
        assertThat(err.toString()).contains("'email' and 'mail' both give 'email'");
        assertThat(points("email,mail,point_count\na@x.example,b,1\n", "--map", "email=email"))
                .isZero();
        encore.calls.clear();
        assertThat(points("email,point_name\na,b\n")).isEqualTo(2);
        assertThat(err.toString()).contains("No column gives point_count.", "--set point_count=<value>");
        assertThat(points("a@x.example,5\nb@x.example,5\n")).isEqualTo(2);
        assertThat(err.toString()).contains("No column of the file is known.");
        assertThat(points("email,point_count\na,1\n", "--map", "colour=email")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no field 'colour': rows of points have email, point_name");
        assertThat(points("email,point_count\na,1\n", "--map", "point_name=Kind"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("The file has no column 'Kind'. Its columns are 'email', 'point_count'.");
        assertThat(run("shoes", file("a.csv", "a\n1\n"))).isEqualTo(2);
        assertThat(err.toString()).contains("There is no kind 'shoes': the server imports fans, points, purchases");
        assertThat(encore.calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "\uFEFF"})
    void an_empty_file_says_so(String content) throws IOException {
        assertThat(points(content)).isEqualTo(2);
        assertThat(err.toString()).contains("The file is empty");
    }

    @Test
    void a_file_with_a_head_alone_and_a_missing_one_say_so() throws IOException {
        assertThat(points("email,point_count\n\n,\n")).isEqualTo(2);
        assertThat(err.toString()).contains("The file has no rows.");
        assertThat(run("points", directory.resolve("none.csv"))).isEqualTo(2);
        assertThat(err.toString()).contains("There is no file");
    }

    @Test
    void a_gzipped_file_is_read_and_a_damaged_one_is_refused() throws IOException {
        Path zipped = directory.resolve("points.csv.gz");
        try (var zip = new GZIPOutputStream(Files.newOutputStream(zipped))) {
            zip.write("email\tpoint_count\na@x.example\t3\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(run("points", zipped)).isZero();
        assertThat(encore.rows()).hasSize(1);
        byte[] bytes = Files.readAllBytes(zipped);
        Files.write(zipped, Arrays.copyOf(bytes, bytes.length - 12));
        assertThat(run("points", zipped)).isEqualTo(2);
        assertThat(err.toString()).contains("the gzipped file is damaged or ends too early");
    }

    @Test
    void lines_of_json_are_read_and_a_wrong_one_is_refused_by_its_line() throws IOException {
        String lines = """
                {"email": "a@x.example", "points": 12345678901234567890, "x": null}
                {"email": "b@x.example", "points": [1]}

                {"email": "c@x.example", "points": 1
                {"points": 2, "email": "d@x.example", "point_name": true}
                {"points": 2} {}
                """;
        assertThat(run("points", file("rows.ndjson", lines))).isEqualTo(1);
        assertThat(encore.rows()).hasSize(2);
        assertThat(encore.rows().get(0).get("point_count").asString()).isEqualTo("12345678901234567890");
        assertThat(encore.rows().get(1).get("point_name").asString()).isEqualTo("true");
        assertThat(err.toString())
                .contains(
                        "Line 2: 'points' is no single value.", "Line 4: the line is not one JSON object.", "Line 6:");
    }

    @Test
    void refused_rows_are_in_a_file_that_no_spreadsheet_takes_for_formulas_and_that_can_be_imported()
            throws IOException {
        Path file = file(
                "points.csv",
                "email;point_count;point_name\n-x@x.example;many;=1+1\nb@x.example;many;-5\nc@x.example;1;@x\n");
        assertThat(run("points", file)).isEqualTo(1);
        Path refused = directory.resolve("points.csv.refused.csv");
        List<String> lines = Files.readAllLines(refused);
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).isEqualTo("\uFEFFline;field;reason;email;point_count;point_name;award_key");
        assertThat(lines.get(1)).startsWith("2;point_count;is not a whole number;'-x@x.example;many;'=1+1;import-");
        assertThat(lines.get(2)).contains(";b@x.example;many;-5;import-");
        Files.writeString(refused, Files.readString(refused).replace("many", "7"));
        encore.calls.clear();
        assertThat(run("points", refused)).isZero();
        assertThat(encore.rows())
                .extracting(row -> row.get("point_name").asString())
                .containsExactly("=1+1", "-5");
        assertThat(encore.rows().getFirst().get("email").asString()).isEqualTo("-x@x.example");
        assertThat(encore.rows().getFirst().get("award_key").asString())
                .isEqualTo(lines.get(1).substring(lines.get(1).lastIndexOf(';') + 1));
    }

    @Test
    void a_file_that_is_none_of_refused_rows_is_not_replaced() throws IOException {
        Path other = file("other.txt", "precious");
        assertThat(points("email,point_count\na@x.example,many\n", "--refused", other.toString()))
                .isEqualTo(2);
        assertThat(Files.readString(other)).isEqualTo("precious");
        Path earlier = file("old.csv", "line,field,reason,email\n2,x,y,z\n");
        assertThat(points("email,point_count\na@x.example,1\n", "--refused", earlier.toString()))
                .isZero();
        assertThat(earlier).doesNotExist();
    }

    @Test
    void a_second_run_finds_all_rows_known_and_sends_the_same_again() throws IOException {
        String rows = "email,point_count\n" + "a@x.example,1\n".repeat(2500);
        assertThat(points(rows)).isZero();
        assertThat(encore.calls)
                .hasSize(3)
                .allSatisfy(call -> assertThat(call.get("rows").size()).isLessThanOrEqualTo(1000));
        assertThat(encore.applied).hasSize(2500);
        assertThat(points(rows, "--parallel", "1")).isZero();
        assertThat(out.toString()).contains("2,500 done, 0 known", "0 done, 2,500 known");
    }

    @Test
    void a_stop_says_where_and_the_next_run_goes_on() throws IOException {
        String rows = IntStream.range(0, 3000)
                .mapToObj(n -> "a@x.example," + n)
                .collect(Collectors.joining("\n", "email,point_count\n", "\n"));
        encore.first.add(new FakeImports.Reply(429, "0", "{}"));
        encore.first.add(new FakeImports.Reply(503, "0", "{}"));
        encore.first.add(new FakeImports.Reply(409, "0", "{\"type\": \"/problems/busy\"}"));
        encore.first.add(new FakeImports.Reply(403, "", "{\"detail\": \"the pair may not do this\"}"));
        assertThat(points(rows)).isEqualTo(2);
        assertThat(err.toString()).contains("answered 403: the pair may not do this", "No row is imported.");
        assertThat(points(rows)).isZero();
        assertThat(encore.applied).hasSize(3000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"400", "409"})
    void a_quota_that_is_reached_ends_it(String status) throws IOException {
        encore.first.add(
                new FakeImports.Reply(
                        Integer.parseInt(status),
                        "",
                        "{\"type\": \"https://x.example/problems/quota-reached\", \"detail\": \"The account has its 10 fans.\"}"));
        assertThat(points("email,point_count\na@x.example,1\n")).isEqualTo(2);
        assertThat(err.toString()).contains("The account has its 10 fans.");
        assertThat(encore.calls).isEmpty();
    }

    @Test
    void effects_end_it_before_its_first_row_and_are_named() throws IOException {
        encore.first.add(
                new FakeImports.Reply(
                        409,
                        "",
                        "{\"type\": \"/problems/import-has-effects\", \"effects\": [{\"kind\": \"quest\", \"id\": \"7\", \"name\": \"First steps\"}]}"));
        String rows = "email,point_count\n" + "a@x.example,1\n".repeat(5000);
        assertThat(points(rows, "--parallel", "8")).isEqualTo(2);
        assertThat(err.toString()).contains("the quest 'First steps'", "--with-effects", "No row is imported.");
        assertThat(encore.calls).isEmpty();
        assertThat(points(rows, "--with-effects")).isZero();
        assertThat(encore.calls.getFirst().get("with_effects").asBoolean()).isTrue();
    }

    @Test
    void a_dry_run_checks_all_rows_and_changes_nothing() throws IOException {
        assertThat(points("email,point_count\na@x.example,1\nb@x.example,many\n", "--dry-run"))
                .isEqualTo(1);
        assertThat(encore.applied).isEmpty();
        assertThat(out.toString())
                .contains("Checked, and nothing is changed: 2 rows", "1 done, 0 known, 0 differ, 1 refused");
    }

    @Test
    void a_call_has_at_most_a_megabyte() throws IOException {
        String text = "é\"".repeat(15_000);
        String rows = ("a@x.example,1,\"" + text.replace("\"", "\"\"") + "\"\n").repeat(100);
        assertThat(points("email,point_count,point_name\n" + rows)).isZero();
        assertThat(encore.rows()).hasSize(100);
    }

    @Test
    void a_key_that_was_used_for_other_values_counts_as_wrong() throws IOException {
        assertThat(points("email,point_count,award_key\na@x.example,1,key-1\n")).isZero();
        assertThat(points("email,point_count,award_key\na@x.example,2,key-1\n")).isEqualTo(1);
        assertThat(err.toString()).contains("Line 2: award_key: was used before for other values.");
    }

    @Test
    void the_server_and_a_file_with_keys_can_be_named() throws IOException {
        Path keys = file("keys.json", "{\"api_key\": \"k\", \"api_secret\": \"s\"}");
        Path file = file("points.csv", "email,point_count\na@x.example,1\n");
        assertThat(execute(
                        Map.of(),
                        "import",
                        "points",
                        file.toString(),
                        "--at",
                        encore.url(),
                        "--key-file",
                        keys.toString()))
                .isZero();
        assertThat(execute(
                        Map.of(),
                        "import",
                        "points",
                        file.toString(),
                        "--at",
                        encore.url(),
                        "--key-file",
                        file.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("There is no key pair (api_key and api_secret) in");
        assertThat(execute(Map.of(), "import", "points", file.toString(), "--zone", "Mars/Olympus"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("There is no time zone 'Mars/Olympus'.");
    }

    private int points(String content, String... options) throws IOException {
        return run("points", file("points.csv", content), options);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private int run(String kind, Path path, String... options) {
        var arguments = new ArrayList<>(List.of("import", kind, path.toString()));
        arguments.addAll(List.of(options));
        return execute(
                new HashMap<>(Map.of("ENCORE_URL", encore.url(), "ENCORE_KEY", "k", "ENCORE_SECRET", "s")),
                arguments.toArray(String[]::new));
    }

    private int execute(Map<String, String> environment, String... arguments) {
        return EncoreCommand.commandLine(environment, false)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
