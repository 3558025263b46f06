package encore.infra.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImportPurchasesTest {

    private static final String LINES = """
             00001 20210101  1   11.77
             00002 20210112  2   12.00
             00002 20210112  5   77.00
             00001 20210203  4   40.00
            """;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> environment = new HashMap<>();
    private FakeEncore encore;
    private Path file;

    @BeforeEach
    void a_server_and_a_file() throws IOException {
        encore = new FakeEncore();
        environment.putAll(Map.of("ENCORE_URL", encore.url(), "ENCORE_KEY", "k", "ENCORE_SECRET", "s"));
        file = Files.writeString(directory.resolve("purchases.txt"), LINES);
    }

    @AfterEach
    void stop() {
        encore.close();
    }

    @Test
    void each_line_is_a_purchase_of_its_customer_and_an_award() {
        assertThat(run(file)).isZero();
        assertThat(encore.calls)
                .filteredOn(call -> call.path().equals("/api/v1/crm/purchases"))
                .extracting(call -> call.form().get("purchase_key") + " "
                        + call.form().get("email") + " " + call.form().get("gross_sale_amount") + " "
                        + call.form().get("order_timestamp"))
                .containsExactlyInAnyOrder(
                        "cdnow-00001-20210101-1 00001@cdnow.example 11.77 2021-01-01 00:00:00",
                        "cdnow-00002-20210112-2 00002@cdnow.example 12.00 2021-01-12 00:00:00",
                        "cdnow-00002-20210112-3 00002@cdnow.example 77.00 2021-01-12 00:00:00",
                        "cdnow-00001-20210203-4 00001@cdnow.example 40.00 2021-02-03 00:00:00");
        assertThat(encore.awards())
                .extracting(form -> form.get("award_key") + " " + form.get("point_count") + " " + form.get("point_uid"))
                .containsExactlyInAnyOrder(
                        "00001-20210101-1 1 uid-of-cdnow",
                        "00002-20210112-2 2 uid-of-cdnow",
                        "00002-20210112-3 5 uid-of-cdnow",
                        "00001-20210203-4 4 uid-of-cdnow");
        assertThat(encore.awards().stream().map(form -> form.get("fan_id")).distinct())
                .hasSize(2);
        assertThat(out.toString()).startsWith("4 purchases of 2 customers, gross 140.77, 12 points of the type cdnow");
    }

    @Test
    void network_points_and_addresses_are_options() {
        assertThat(run(file, "--network", "discs", "--email-domain", "shop.test"))
                .isZero();
        assertThat(encore.calls)
                .filteredOn(call -> call.path().equals("/api/v1/crm/purchases"))
                .extracting(call -> call.form().get("network") + " "
                        + call.form().get("merchant_key") + " " + call.form().get("purchase_key") + " "
                        + call.form().get("email"))
                .contains("discs discs discs-00001-20210101-1 00001@shop.test");
        assertThat(encore.awards()).extracting(form -> form.get("point_uid")).containsOnly("uid-of-discs");
        assertThat(run(file, "--network", "discs", "--point-name", "plays")).isZero();
        assertThat(encore.awards()).extracting(form -> form.get("point_uid")).contains("uid-of-plays");
    }

    @Test
    void a_byte_order_mark_at_the_start_is_skipped() throws IOException {
        Files.writeString(file, "\uFEFF" + LINES);
        assertThat(run(file)).isZero();
        assertThat(out.toString()).startsWith("4 purchases of 2 customers");
    }

    @Test
    void a_second_run_sends_the_same_again() {
        run(file);
        var firstRun = new HashSet<>(encore.calls);
        encore.calls.clear();
        assertThat(run(file)).isZero();
        assertThat(new HashSet<>(encore.calls)).isEqualTo(firstRun);
    }

    @Test
    void a_gzipped_file_is_read_as_well() throws IOException {
        Path gzipped = directory.resolve("purchases.txt.gz");
        try (var zip = new GZIPOutputStream(Files.newOutputStream(gzipped))) {
            zip.write(LINES.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(run(gzipped)).isZero();
        assertThat(encore.awards()).hasSize(4);
    }

    @Test
    void lines_before_a_given_one_are_left_out_and_the_others_keep_their_numbers() {
        assertThat(run(file, "--from", "3")).isZero();
        assertThat(encore.awards())
                .extracting(form -> form.get("award_key"))
                .containsExactlyInAnyOrder("00002-20210112-3", "00001-20210203-4");
    }

    @Test
    void a_broken_line_is_named_before_anything_is_sent() throws IOException {
        Files.writeString(file, LINES + " 00003 yesterday 1 2.00\n");
        assertThat(run(file)).isNotZero();
        assertThat(err.toString()).contains("Line 5");
        assertThat(encore.calls).isEmpty();
    }

    @Test
    void a_missing_file_is_one_sentence() {
        assertThat(run(directory.resolve("none.txt"))).isNotZero();
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(err.toString()).startsWith("There is no file");
    }

    @Test
    void a_busy_server_is_asked_again_after_as_long_as_it_wants() {
        encore.first.addAll(List.of(
                new FakeEncore.Reply(429, "1", "{}"),
                new FakeEncore.Reply(503, "0", "{}"),
                new FakeEncore.Reply(409, "", "{}")));
        long began = System.nanoTime();
        assertThat(run(file)).isZero();
        assertThat(System.nanoTime() - began).isGreaterThan(1_000_000_000L);
        assertThat(encore.awards()).hasSize(4);
    }

    @Test
    void a_refusal_ends_it_with_the_problems_detail_and_says_how_to_go_on() {
        encore.first.add(new FakeEncore.Reply(200, "", "{\"point_uid\": \"u\"}"));
        encore.first.add(new FakeEncore.Reply(400, "", "{\"detail\": \"email: is not an address\"}"));
        assertThat(run(file, "--parallel", "1")).isNotZero();
        assertThat(err.toString())
                .contains("answered 400: email: is not an address", "run the same command again to continue");
    }

    @Test
    void an_erased_fan_gets_no_award_and_the_others_do() {
        encore.first.add(new FakeEncore.Reply(200, "", "{\"point_uid\": \"u\"}"));
        encore.first.add(new FakeEncore.Reply(200, "", "{\"fan_id\": 9}"));
        encore.first.add(new FakeEncore.Reply(
                400, "", "{\"type\": \"/problems/unknown-id\", \"errors\": [{\"field\": \"fan_id\"}]}"));
        assertThat(run(file, "--parallel", "1")).isZero();
        assertThat(encore.awards()).hasSize(3);
    }

    @Test
    void without_keys_those_of_the_demo_account_are_read() throws IOException {
        environment.remove("ENCORE_KEY");
        environment.put("ENCORE_DATA", directory.toString());
        Files.writeString(
                directory.resolve("demo-keys.json"), "{\"api_key\": \"demo\", \"api_secret\": \"demos own\"}");
        assertThat(run(file)).isZero();
        assertThat(encore.calls)
                .extracting(call -> call.key() + "/" + call.secret())
                .containsOnly("demo/demos own");
    }

    @Test
    void without_any_keys_it_says_what_to_set() {
        environment.remove("ENCORE_SECRET");
        environment.put("ENCORE_DATA", directory.toString());
        assertThat(run(file)).isNotZero();
        assertThat(err.toString()).contains("set ENCORE_KEY and ENCORE_SECRET");
    }

    @Test
    void the_bar_is_for_terminals_alone() {
        run(file);
        assertThat(err.toString()).isEmpty();
        assertThat(EncoreCommand.commandLine(environment, true)
                        .setOut(new PrintWriter(out))
                        .setErr(new PrintWriter(err))
                        .execute("import-purchases", file.toString()))
                .isZero();
        assertThat(err.toString()).contains("4 of 4", "/s").endsWith(System.lineSeparator());
    }

    private int run(Path path, String... options) {
        var arguments = new ArrayList<>(List.of("import-purchases", path.toString()));
        arguments.addAll(List.of(options));
        return EncoreCommand.commandLine(environment, false)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }
}
