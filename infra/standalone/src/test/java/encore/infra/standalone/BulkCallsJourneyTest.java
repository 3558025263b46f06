package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Calls of many rows: an Idempotency-Key stands for one of them, and rows that concern one key count in their order. */
class BulkCallsJourneyTest extends Journey {

    private static final String SCANS = "/api/v1/manage/scans";

    private record BulkCall(String path, String body, String other) {}

    @Test
    void a_key_that_was_used_for_another_bulk_call_is_refused_and_changes_nothing() throws Exception {
        List<BulkCall> calls = List.of(
                new BulkCall(
                        "/api/v1/crm/idol_fans",
                        "{\"idol_fans\": [" + idolFan("ann") + "]}",
                        "{\"idol_fans\": [" + idolFan("ann") + "," + idolFan("bob") + "]}"),
                new BulkCall(
                        SCANS,
                        "{\"scans\": [" + scan("s1", "IN") + "]}",
                        "{\"scans\": [" + scan("s1", "IN") + "," + scan("s2", "IN") + "]}"),
                new BulkCall(
                        "/api/v1/crm/bulk_tickets",
                        "[" + ticket("t1") + "]",
                        "[" + ticket("t1") + "," + ticket("t2") + "]"),
                new BulkCall(
                        "/api/v1/crm/tickets",
                        ticket("t3").replace("Gala", "Ball"),
                        ticket("t3").replace("Gala", "Opera")),
                new BulkCall(
                        "/api/v1/manage/tickets",
                        "{\"tickets\": [" + barcode("t1", "b1") + "]}",
                        "{\"tickets\": [" + barcode("t1", "b1") + "," + barcode("t3", "b3") + "]}"));
        for (BulkCall call : calls) {
            Api keyed = api.with("Idempotency-Key", "key-of-" + call.path().replace("/", "-"));
            JsonNode answer =
                    keyed.postJson(call.path(), call.body()).mustBe(200).body();
            long before = mark();
            JsonNode refused =
                    keyed.postJson(call.path(), call.other()).mustBe(400).body();
            assertThat(refused.at("/errors/0/field").asString()).as(call.path()).isEqualTo("Idempotency-Key");
            keyed.post("/api/v1/crm/fans", "email", "else@fans.example").mustBe(400);
            assertThat(keyed.postJson(call.path(), call.body()).mustBe(200).body())
                    .as(call.path())
                    .isEqualTo(answer);
            nothingIsRecordedSince(before);
        }
    }

    @Test
    void scans_of_one_source_key_or_code_are_recorded_in_the_order_of_their_rows() {
        for (int call = 0; call < 10; call++) {
            String twice = scan("s" + call, "IN") + "," + scan("s" + call, "OUT");
            JsonNode answer = api.postJson(SCANS, "{\"scans\": [" + twice + "]}")
                    .mustBe(200)
                    .body();
            assertThat(answer.at("/0/is_duplicate").asBoolean()).isFalse();
            assertThat(answer.at("/1/is_duplicate").asBoolean()).isTrue();
            assertThat(answer.at("/1/scan_key")).isEqualTo(answer.at("/0/scan_key"));
            JsonNode through = api.postJson(
                            SCANS,
                            "{\"scans\": [" + code("b" + call, "IN") + "," + code("b" + call, "OUT") + ","
                                    + code("b" + call, "IN") + "]}")
                    .mustBe(200)
                    .body();
            assertThat(through.valueStream().map(row -> row.get("scan_key").asLong()))
                    .isSorted();
        }
    }

    private static String idolFan(String fan) {
        return "{\"email\": \"%s@fans.example\", \"idol_names\": [\"Ada\"]}".formatted(fan);
    }

    private static String scan(String source, String mode) {
        return """
                {"network": "door", "source_key": "%s", "scan_timestamp": "2026-05-01 20:00:00", "barcode": "%s",
                 "access_mode": "%s", "scan_group_name": "Main"}""".formatted(source, source + mode, mode);
    }

    private static String code(String barcode, String mode) {
        return """
                {"network": "door", "scan_timestamp": "2026-05-01 20:00:00", "barcode": "%s", "access_mode": "%s"}""".formatted(barcode, mode);
    }

    private static String ticket(String key) {
        return """
                {"email": "%s@fans.example", "first_name": "Ada", "last_name": "Lee", "network": "door",
                 "ticket_key": "%s", "event_key": "Gala", "event_name": "Gala", "event_date": "2026-05-01",
                 "venue_name": "Hall", "purchase_timestamp": "2026-01-01 10:00:00", "paid_amount": "50",
                 "num_seats": 2}""".formatted(key, key);
    }

    private static String barcode(String key, String barcode) {
        return "{\"network\": \"door\", \"ticket_key\": \"%s\", \"barcode\": \"%s\"}".formatted(key, barcode);
    }
}
