package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.cli.EncoreCommand;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A made-up shop's purchases, lines of which some are alike. */
@RunsOn(value = Arrangement.EMBEDDED, because = "it tries the command, which knows the API alone")
class ImportJourneyTest extends Journey {

    @TempDir
    private Path directory;

    private Path file;
    private List<String> lines;
    private Map<String, Long> discs;

    @BeforeEach
    void purchases() throws IOException {
        file = directory.resolve("purchases.txt");
        try (InputStream lines = Objects.requireNonNull(getClass().getResourceAsStream("/purchases.txt"))) {
            Files.copy(lines, file);
        }
        lines = Files.readAllLines(file);
        discs = lines.stream()
                .map(line -> line.strip().split("\\s+"))
                .collect(Collectors.groupingBy(
                        parts -> parts[0], TreeMap::new, Collectors.summingLong(parts -> Long.parseLong(parts[2]))));
    }

    @Test
    void every_disc_is_a_point_once_and_the_board_is_right() throws Exception {
        importPurchases();
        JsonNode board = board();
        assertThat(board).hasSize(discs.size());
        assertThat(board.valueStream()
                        .mapToLong(row -> row.get("fan_point_count").asLong()))
                .containsExactlyElementsOf(discs.values().stream()
                        .sorted(Comparator.reverseOrder())
                        .toList());
        String customer = discs.keySet().iterator().next();
        String fan = api.post("/api/v1/crm/fans", "email", customer + "@cdnow.example")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asString();
        JsonNode balances = api.get("/api/v1/manage/fans/" + fan + "/balances").body();
        assertThat(balances.valueStream()
                        .filter(row -> row.get("point_name").asString().equals("cdnow"))
                        .mapToLong(row -> row.get("balance").asLong()))
                .containsExactly(discs.get(customer));
        thePurchasesAreTheLines();
        String updates = api.get("/api/v1/crm/fan_updates").mustBe(200).text();
        long before = mark();
        importPurchases();
        nothingIsRecordedSince(before);
        assertThat(api.get("/api/v1/crm/fan_updates").mustBe(200).text()).isEqualTo(updates);
        assertThat(board()).hasSize(discs.size());
    }

    private void thePurchasesAreTheLines() {
        JsonNode purchases = api.get(
                        "/api/v1/crm/purchases",
                        "network",
                        "cdnow",
                        "start_date",
                        "1990-01-01",
                        "end_date",
                        "2030-01-01")
                .mustBe(200)
                .body()
                .get("data");
        assertThat(purchases).hasSize(lines.size());
        assertThat(purchases
                        .valueStream()
                        .map(row -> row.get("gross_sale_amount").decimalValue())
                        .reduce(BigDecimal.ZERO, BigDecimal::add))
                .isEqualByComparingTo(lines.stream()
                        .map(line -> new BigDecimal(line.strip().split("\\s+")[3]))
                        .reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    private JsonNode board() {
        return api.get(
                        "/api/v1/crm/points",
                        "point_name",
                        "cdnow",
                        "start_date",
                        "2020-01-01",
                        "end_date",
                        "2099-12-31")
                .mustBe(200)
                .body()
                .get("data");
    }

    private void importPurchases() {
        var err = new StringWriter();
        int code = EncoreCommand.commandLine(
                        Map.of(
                                "ENCORE_URL", api.url(),
                                "ENCORE_KEY", api.headers().get("Api-Key"),
                                "ENCORE_SECRET", api.headers().get("Api-Secret")),
                        false)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute("import-purchases", file.toString());
        assertThat(code).as(err.toString()).isZero();
    }
}
