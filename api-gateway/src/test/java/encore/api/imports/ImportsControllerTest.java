package encore.api.imports;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.imports.ImportCommand.ImportActivity;
import encore.kernel.imports.ImportCommand.ImportAward;
import encore.kernel.imports.ImportCommand.ImportFan;
import encore.kernel.imports.ImportCommand.ImportRows;
import encore.kernel.imports.ImportCommand.ReadNamedCampaigns;
import encore.kernel.imports.ImportEffect;
import encore.kernel.imports.ImportQuery.FindImportEffects;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.imports.ImportedRows;
import encore.kernel.imports.NamedCampaigns;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ImportsControllerTest {

    private static final String PATH = "/api/v1/manage/imports/";
    private static final String JSON = "application/json";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ImportsController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void no_effects() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FindImportEffects.class, query -> List.of())
                .on(ReadNamedCampaigns.class, command -> new NamedCampaigns(Set.of(9L)))
                .on(
                        ImportRows.class,
                        command -> new ImportedRows(command.rows().stream()
                                .map(row -> ImportedRowOutcome.known(42L))
                                .toList()));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_wrong_row_is_refused_in_its_place_and_the_others_are_sent() {
        GATEWAY.post(PATH + "points", JSON, """
                        {"rows": [{"fan_id": 42, "point_uid": "p", "point_count": 5, "award_key": 17},
                         {"fan_id": 42, "point_uid": "p", "point_count": 5},
                         {"fan_id": "42", "point_uid": "p", "point_count": "7", "award_key": "k",
                          "effective_at": "2020-02-29T12:00:00Z"}]}""").isOk().expectBody().json("""
                        {"done": 0, "known": 2, "differs": 0, "refused": 1,
                         "rows": [{"outcome": "known", "fan_id": 42},
                          {"outcome": "refused", "field": "award_key", "reason": "is required"},
                          {"outcome": "known", "fan_id": 42}]}""");
        assertThat(rows()).hasSize(2);
        ImportAward first = (ImportAward) rows().getFirst();
        assertThat(first.details().awardKey()).isEqualTo("17");
        ImportAward last = (ImportAward) rows().getLast();
        assertThat(last.details().effectiveAt()).isEqualTo(Instant.parse("2020-02-29T12:00:00Z"));
        assertThat(last.count()).isEqualTo(7);
    }

    @Test
    void effects_of_the_rows_are_asked_for_and_end_the_call() {
        backend.on(
                FindImportEffects.class, query -> List.of(new ImportEffect(ImportEffect.Kind.QUEST, "9", "Opening")));
        String row = "{\"fan_id\": 42, \"campaign_title\": \"Quiz\", \"activity_key\": \"k\"}";
        GATEWAY.post(PATH + "activities", JSON, "{\"rows\": [" + row + "]}")
                .isEqualTo(409)
                .expectBody()
                .json("{\"effects\": [{\"kind\": \"quest\", \"id\": \"9\", \"name\": \"Opening\"}]}")
                .jsonPath("$.type")
                .isEqualTo("/problems/import-has-effects");
        assertThat(backend.sent).noneMatch(ImportRows.class::isInstance);
        assertThat(backend.asked).contains(new FindImportEffects(GatewayUnderTest.ACCOUNT, Set.of(), Set.of(9L), null));
        GATEWAY.post(PATH + "activities", JSON, "{\"with_effects\": true, \"rows\": [" + row + "]}")
                .isOk();
        assertThat(((ImportActivity) rows().getFirst()).activity().isOfKey()).isTrue();
    }

    @Test
    void a_dry_run_sends_nothing() {
        GATEWAY.post(PATH + "fans", JSON, "{\"dry_run\": true, \"rows\": [{\"email\": \"a@b.example\"}, {}, 5]}")
                .isOk()
                .expectBody()
                .json("{\"done\": 1, \"refused\": 2}");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_row_of_a_fan_is_its_key_unless_it_has_one() {
        String row = "\"email\": \"a@b.example\", \"first_name\": \"Ann\"";
        ImportFan plain = fan("{" + row + "}");
        assertThat(plain.key()).isEqualTo("row:" + plain.rowHash());
        assertThat(fan("{\"first_name\": \" Ann\", \"last_name\": \"\", \"email\": \"a@b.example\"}")
                        .key())
                .isEqualTo(plain.key());
        assertThat(fan("{\"first_name\": \"Anna\", \"email\": \"a@b.example\"}").key())
                .isNotEqualTo(plain.key());
        ImportFan keyed = fan("{" + row + ", \"import_key\": 7}");
        assertThat(keyed.key()).isEqualTo("key:7");
        assertThat(keyed.rowHash()).isEqualTo(plain.rowHash());
    }

    private ImportFan fan(String row) {
        backend.sent.clear();
        GATEWAY.post(PATH + "fans", JSON, "{\"rows\": [" + row + "]}").isOk();
        return (ImportFan) rows().getFirst();
    }

    private List<?> rows() {
        return ((ImportRows) backend.sent.getLast()).rows();
    }
}
