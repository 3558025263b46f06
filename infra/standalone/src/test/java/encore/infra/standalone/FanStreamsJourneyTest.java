package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Streams of records: what fans send and staff imports, approves, counts and deletes, and what pages show of it. */
class FanStreamsJourneyTest extends Journey {

    private static final String STREAMS = "/api/v1/streams";
    private static final String MANAGED = "/api/v1/manage/streams";

    @Test
    void a_stream_is_set_up_changed_and_deleted() {
        String wall = newKey();
        JsonNode made = api.postJson(MANAGED, """
                        {"stream_key": "%s", "stream_name": "Wall", "props": {"a": 1}, "record_limit": 5,
                         "css_text": "b {}", "authorized_networks": ["photos"]}
                        """.formatted(wall)).mustBe(200).body();
        assertThat(made.get("stream_name").asString()).isEqualTo("Wall");
        assertThat(made.get("is_public").asBoolean()).isTrue();
        assertThat(made.get("trust_level").asInt()).isZero();
        assertThat(made.get("authorized_networks").get(0).asString()).isEqualTo("photos");
        assertThat(api.get(MANAGED + "/" + wall).mustBe(200).body()).isEqualTo(made);
        refused(api.post(MANAGED, "stream_key", wall), "stream_key");
        for (String wrong : List.of("no key", "a-b", "a_b", "a".repeat(33))) {
            refused(api.post(MANAGED, "stream_key", wrong), "stream_key");
        }
        refused(api.post(MANAGED, "stream_key", newKey(), "record_limit", 0), "record_limit");
        refused(api.post(MANAGED, "stream_key", newKey(), "trust_level", 3), "trust_level");
        refused(api.post(MANAGED, "stream_key", newKey(), "tag_id", 1), "tag_id");
        assertThat(keys(key().get(STREAMS).mustBe(200).body())).contains(wall);
        JsonNode changed = api.post(MANAGED + "/" + wall, "is_public", false, "stream_name", "")
                .mustBe(200)
                .body();
        assertThat(changed.get("stream_name").isNull()).isTrue();
        assertThat(changed.get("record_limit").asInt()).isEqualTo(5);
        assertThat(keys(key().get(STREAMS).mustBe(200).body())).doesNotContain(wall);
        assertThat(keys(api.get(STREAMS).mustBe(200).body())).contains(wall);
        key().get(STREAMS + "/" + wall).mustBe(404);
        key().get(STREAMS + "/" + wall + "/records").mustBe(404);
        key().post(STREAMS + "/" + wall + "/records", "email", "a@fans.example", "name", "A")
                .mustBe(404);
        assertThat(api.delete(MANAGED + "/" + wall).mustBe(200).text()).isEqualTo("true");
        api.get(STREAMS + "/" + wall).mustBe(404);
        refused(api.post(MANAGED, "stream_key", wall), "stream_key");
    }

    @Test
    void a_stream_without_a_key_gets_one_that_nobody_can_guess() {
        String wall = api.post(MANAGED, "stream_name", "Wall")
                .mustBe(200)
                .body()
                .get("stream_key")
                .asString();
        assertThat(wall).matches("[0-9a-z]{12}");
        assertThat(api.get(MANAGED + "/" + wall)
                        .mustBe(200)
                        .body()
                        .get("stream_name")
                        .asString())
                .isEqualTo("Wall");
        assertThat(api.post(MANAGED).mustBe(200).body().get("stream_key").asString())
                .isNotEqualTo(wall);
    }

    @Test
    void the_tag_of_a_stream_is_named_by_id_or_by_name() {
        String email = newKey() + "@fans.example";
        api.post("/api/v1/crm/fans", "email", email, "tag_Wall of Fame", true, "tag_late", true)
                .mustBe(200);
        String wall = api.post(MANAGED, "tag_name", " wall of FAME ")
                .mustBe(200)
                .body()
                .get("stream_key")
                .asString();
        JsonNode made = api.get(MANAGED + "/" + wall).mustBe(200).body();
        long tag = made.get("tag_id").asLong();
        refused(api.post(MANAGED, "tag_name", "nobody has it"), "tag_name");
        refused(api.post(MANAGED + "/" + wall, "tag_id", tag, "tag_name", "late"), "tag_name");
        api.post(MANAGED + "/" + wall, "tag_id", tag, "tag_name", "Wall of Fame")
                .mustBe(200);
        long late = api.post(MANAGED + "/" + wall, "tag_name", "late")
                .mustBe(200)
                .body()
                .get("tag_id")
                .asLong();
        assertThat(late).isNotEqualTo(tag);
        assertThat(api.post(MANAGED + "/" + wall, "tag_name", "")
                        .mustBe(200)
                        .body()
                        .get("tag_id")
                        .isNull())
                .isTrue();
    }

    @Test
    void records_of_fans_wait_for_an_approval_and_are_paged_by_it() {
        String wall = newStream();
        String records = STREAMS + "/" + wall + "/records";
        String email = wall + "@fans.example";
        refused(key().post(records, "email", email, "caption", "hi"), "name");
        long first = sent(key().post(
                        records,
                        "email",
                        email,
                        "name",
                        "Jo",
                        "caption",
                        "Great #Show tonight great",
                        "latitude",
                        48.2,
                        "longitude",
                        16.4,
                        "labels",
                        "Front Row, sun",
                        "props_sku",
                        "a1,b2"));
        long second = sent(key().post(records, "email", email, "caption", "other show https://x.example/y @me"));
        refused(key().post(records, "email", email, "fan_id", 1), "fan_id");
        refused(key().post(records, "email", email, "image_url", "javascript:alert(1)"), "image_url");
        refused(key().post(records, "email", email, "latitude", 1), "latitude");
        refused(key().post(records, "email", "nonsense", "name", "x"), "email");
        assertThat(rows(records)).isEmpty();
        assertThat(summary(wall).get("total").asLong()).isEqualTo(2);
        assertThat(summary(wall).get("approved_total").asLong()).isZero();

        flag(wall, "is_approved", true, second);
        flag(wall, "is_approved", true, first);
        List<JsonNode> shown = rows(records);
        assertThat(ids(shown)).containsExactly(first, second);
        JsonNode row = shown.getFirst();
        assertThat(row.get("caption").asString()).isEqualTo("Great #Show tonight great");
        assertThat(row.get("network").asString()).isEqualTo("portal");
        assertThat(row.get("display_name").asString()).isEqualTo("Jo");
        assertThat(row.get("hashtags").get(0).asString()).isEqualTo("show");
        assertThat(row.get("labels").get(0).asString()).isEqualTo("front_row");
        assertThat(row.get("props").get("sku").asString()).isEqualTo("a1,b2");
        assertThat(row.toString()).doesNotContain(email);
        String[] parts = row.get("time_key").asString().split("_");
        assertThat(Long.parseLong(parts[2])).isEqualTo(first);
        assertThat(Long.parseLong(parts[0]))
                .isBetween(Instant.now().getEpochSecond() - 600, Instant.now().getEpochSecond() + 5);

        assertThat(ids(rows(
                        records, "min_time_key", shown.get(1).get("time_key").asString())))
                .containsExactly(first);
        assertThat(ids(rows(records, "max_time_key", row.get("time_key").asString())))
                .containsExactly(second);
        JsonNode empty = key().get(records, "min_time_key", row.get("time_key").asString())
                .mustBe(200)
                .body();
        assertThat(empty.get("meta").get("row_count").asInt()).isZero();
        assertThat(empty.get("meta").get("min_time_key").asString())
                .isEqualTo(row.get("time_key").asString());
        assertThat(ids(rows(records, "label_key", "Front Row"))).containsExactly(first);
        assertThat(ids(rows(records, "sku", "b2"))).containsExactly(first);
        assertThat(ids(rows(records, "q", "tonig"))).containsExactly(first);
        assertThat(ids(rows(records, "q", "Jo show"))).contains(first);
        assertThat(rows(records, "q", wall)).isEmpty();
        assertThat(rows(records, "is_graphic", "yes")).isEmpty();
        assertThat(ids(rows(records, "start_latitude", 48, "end_latitude", 49))).containsExactly(first);
        assertThat(rows(records, "start_longitude", 170, "end_longitude", -170)).isEmpty();
        refused(key().get(records, "start_latitude", 49, "end_latitude", 48), "end_latitude");
        refused(key().get(records, "start_longitude", 49), "start_longitude");
        refused(key().get(records, "is_graphic", "maybe"), "is_graphic");
        refused(key().get(records, "min_time_key", "x"), "min_time_key");

        JsonNode summary = key().get(STREAMS + "/" + wall, "data", "words,hashtags,labels")
                .mustBe(200)
                .body();
        assertThat(summary.get("approved_total").asLong()).isEqualTo(2);
        assertThat(summary.get("authors").asLong()).isEqualTo(1);
        assertThat(summary.get("total_stored").asLong()).isEqualTo(2);
        assertThat(counts(summary.get("words"), "word")).containsExactly("great 1", "show 1", "tonight 1");
        assertThat(counts(summary.get("hashtags"), "hashtag")).containsExactly("show 1");
        assertThat(counts(summary.get("labels"), "label_key")).containsExactly("front_row 1", "sun 1");
        refused(key().get(STREAMS + "/" + wall, "data", "faces"), "data");
        refused(key().get(STREAMS + "/" + wall, "start_time", 20, "end_time", 10), "end_time");

        flag(wall, "is_approved", false, first);
        assertThat(ids(rows(records))).containsExactly(second);
        flag(wall, "is_approved", true, first);
        assertThat(ids(rows(records))).containsExactly(first, second);
        assertThat(rows(records, "min_time_key", row.get("time_key").asString()))
                .hasSize(1);
    }

    @Test
    void imports_are_honoured_once_and_deleted_authors_stay_out() {
        String wall = newStream();
        String records = STREAMS + "/" + wall + "/records";
        String managed = MANAGED + "/" + wall + "/records";
        api.post(MANAGED + "/" + wall, "trust_level", 2, "record_limit", 2).mustBe(200);
        JsonNode outcomes = api.postJson(
                        managed,
                        imported(
                                post("k1", "one", "author_id", "ann", 10),
                                post("k2", "two", "author_id", "ben", 5),
                                post("k3", "three", "author_id", "ann", 30)))
                .mustBe(200)
                .body();
        assertThat(outcomes).hasSize(3);
        List<JsonNode> shown = rows(records);
        assertThat(shown).hasSize(2);
        assertThat(summary(wall).get("approved_total").asLong()).isEqualTo(3);
        assertThat(summary(wall).get("total_stored").asLong()).isEqualTo(2);
        assertThat(summary(wall).get("authors").asLong()).isEqualTo(2);
        assertThat(summary(wall).get("reach").asLong()).isEqualTo(35);
        api.post(MANAGED + "/" + wall, "record_limit", 10).mustBe(200);
        assertThat(rows(records)).hasSize(3);

        JsonNode again = api.postJson(managed, imported(post("k1", "new one", "author_id", "ann", 11)))
                .mustBe(200)
                .body();
        assertThat(again.get(0).get("status").asString()).isEqualTo("repeated");
        long id = again.get(0).get("feed_record_id").asLong();
        assertThat(captions(rows(records))).contains("new one").doesNotContain("one");
        api.postJson(managed + "/labels", "{\"feed_record_ids\": [%d], \"labels\": [\"Best Of\"]}".formatted(id))
                .mustBe(200);
        assertThat(ids(rows(records, "label_key", "best_of"))).containsExactly(id);
        api.postJson(managed + "/counts", "{\"records\": [{\"feed_record_id\": %d, \"like_count\": 7}]}".formatted(id))
                .mustBe(200);
        assertThat(rows(records, "label_key", "best_of")
                        .getFirst()
                        .get("like_count")
                        .asLong())
                .isEqualTo(7);
        refused(api.postJson(managed + "/labels", "{\"feed_record_ids\": [1], \"labels\": []}"), "feed_record_ids");
        refused(api.post(managed + "/flags", "feed_record_ids", id), "is_approved");
        api.post(MANAGED + "/" + wall, "authorized_networks", "photos").mustBe(200);
        refused(
                api.postJson(
                        managed, imported(post("k9", "x", "author_id", "z", 1)).replace("photos", "films")),
                "network");
        assertThat(api.get(managed, "is_approved", true).mustBe(200).body().get("data"))
                .hasSize(3);

        api.delete(managed, "network", "photos", "author_id", "ann").mustBe(200);
        assertThat(captions(rows(records))).containsExactly("two");
        JsonNode refusedRows = api.postJson(
                        managed,
                        imported(post("k1", "back", "author_id", "ann", 1), post("k7", "more", "author_id", "ann", 1)))
                .mustBe(200)
                .body();
        assertThat(refusedRows.get(0).get("status").asString()).isEqualTo("ignored");
        assertThat(refusedRows.get(1).get("status").asString()).isEqualTo("ignored");
        assertThat(captions(rows(records))).containsExactly("two");
        assertThat(summary(wall).get("total").asLong()).isEqualTo(3);
        assertThat(summary(wall).get("approved_total").asLong()).isEqualTo(1);
        api.delete(managed, "feed_record_ids", ids(rows(records)).getFirst()).mustBe(200);
        assertThat(rows(records)).isEmpty();
    }

    @Test
    void an_erased_fan_takes_its_records_along() {
        String wall = newStream();
        String records = STREAMS + "/" + wall + "/records";
        long fan = api.fan(wall + "@fans.example");
        long id = sent(api.post(records, "email", wall + "@fans.example", "fan_id", fan, "caption", "secret words"));
        flag(wall, "is_approved", true, id);
        assertThat(rows(records).getFirst().get("author_id").asString()).isEqualTo(Long.toString(fan));
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        assertThat(rows(records)).isEmpty();
        JsonNode summary =
                api.get(STREAMS + "/" + wall, "data", "words").mustBe(200).body();
        assertThat(summary.get("total").asLong()).isEqualTo(1);
        assertThat(summary.get("approved_total").asLong()).isZero();
        assertThat(summary.get("words")).isEmpty();
    }

    @Test
    void an_author_who_becomes_a_fan_later_takes_the_records_along() {
        String wall = newStream();
        String records = STREAMS + "/" + wall + "/records";
        api.post(MANAGED + "/" + wall, "trust_level", 2).mustBe(200);
        String author = "late-" + wall;
        api.postJson(
                        MANAGED + "/" + wall + "/records",
                        imported(
                                post("k1", "one", "author_user_key", author, 1),
                                post("k2", "two", "author_user_key", author, 1),
                                post("k3", "three", "author_user_key", "nobody", 1)))
                .mustBe(200);
        long fan = api.fan(wall + "@fans.example");
        api.post("/api/v1/crm/fans/" + fan + "/identifiers", "network", "photos", "identifier_value", author)
                .mustBe(200);
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(summary(wall).get("authors").asLong()).isEqualTo(2));
        assertThat(captions(rows(records))).containsExactlyInAnyOrder("one", "two", "three");
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(exported(fan)).contains("\"one\"", "\"two\""));
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(captions(rows(records))).containsExactly("three"));
    }

    @Test
    void the_records_of_a_deleted_stream_are_in_no_export() throws IOException {
        String wall = newStream();
        String email = wall + "@fans.example";
        long fan = api.fan(email);
        sent(api.post(STREAMS + "/" + wall + "/records", "email", email, "caption", "gone soon"));
        assertThat(exported(fan)).contains("gone soon");
        api.delete(MANAGED + "/" + wall).mustBe(200);
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(exported(fan)).doesNotContain("gone soon"));
    }

    @Test
    void followers_get_approvals_and_withdrawals() throws Exception {
        String wall = newStream();
        String records = STREAMS + "/" + wall + "/records";
        long id = sent(key().post(records, "email", wall + "@fans.example", "name", "Jo", "caption", "hi"));
        LiveClient client = LiveClient.of(api);
        assertThat(client.ask("subscribe", "{\"stream\":\"stream." + wall + "\"}")
                        .get("ok")
                        .asBoolean())
                .isTrue();
        flag(wall, "is_approved", true, id);
        JsonNode approved = client.next();
        assertThat(approved.at("/data/feed_record_id").asLong()).isEqualTo(id);
        assertThat(approved.at("/data/time_key").asString())
                .isEqualTo(rows(records).getFirst().get("time_key").asString());
        flag(wall, "is_approved", false, id);
        JsonNode withdrawn = client.next();
        assertThat(withdrawn.at("/data/feed_record_id").asLong()).isEqualTo(id);
        assertThat(withdrawn.at("/data/is_approved").asBoolean()).isFalse();
        client.cutOff();
    }

    private Api key() {
        return new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().get("errors").toString()).contains('"' + field);
    }

    /** Returns the records in the export of a fan as text; empty without any. */
    private String exported(long fan) throws IOException {
        byte[] export = api.load("/api/v1/manage/audit/fans/" + fan + "/export").body();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(export))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (entry.getName().equals("stream_records.json")) {
                    return new String(zip.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        return "";
    }

    private String newKey() {
        return "wall" + System.nanoTime();
    }

    private String newStream() {
        String wall = newKey();
        api.post(MANAGED, "stream_key", wall, "stream_name", "Wall").mustBe(200);
        return wall;
    }

    private static long sent(Api.Answer answer) {
        return answer.mustBe(200).body().get("feed_record_id").asLong();
    }

    private void flag(String wall, String flag, boolean value, long id) {
        api.post(MANAGED + "/" + wall + "/records/flags", "feed_record_ids", id, flag, value)
                .mustBe(200);
    }

    private List<JsonNode> rows(String records, Object... query) {
        List<JsonNode> rows = new ArrayList<>();
        api.get(records, query).mustBe(200).body().get("data").forEach(rows::add);
        return rows;
    }

    private JsonNode summary(String wall) {
        return api.get(STREAMS + "/" + wall).mustBe(200).body();
    }

    private static List<Long> ids(List<JsonNode> rows) {
        return rows.stream().map(row -> row.get("feed_record_id").asLong()).toList();
    }

    private static List<String> captions(List<JsonNode> rows) {
        return rows.stream().map(row -> row.get("caption").asString()).toList();
    }

    private static List<String> keys(JsonNode streams) {
        List<String> keys = new ArrayList<>();
        streams.forEach(stream -> keys.add(stream.get("stream_key").asString()));
        return keys;
    }

    private static List<String> counts(JsonNode rows, String name) {
        List<String> counts = new ArrayList<>();
        rows.forEach(row ->
                counts.add(row.get(name).asString() + " " + row.get("count").asLong()));
        return counts;
    }

    private static String post(String key, String caption, String author, String id, long follows) {
        return """
                {"network": "photos", "record_key": "%s", "caption": "%s", "%s": "%s", "follows": %d}
                """.formatted(key, caption, author, id, follows);
    }

    private static String imported(String... posts) {
        return "{\"records\": [" + String.join(",", posts) + "]}";
    }
}
