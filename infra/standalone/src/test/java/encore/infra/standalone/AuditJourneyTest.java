package encore.infra.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import encore.infra.eventstore.heads.HeadSigner;
import encore.infra.eventstore.log.LogHash;
import encore.kernel.audit.SignedHead;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An auditor asks what happened, what was true then, and for proof. */
class AuditJourneyTest extends Journey {

    private static final HexFormat HEX = HexFormat.of();

    private final String tomorrow = LocalDate.now(ZoneOffset.UTC).plusDays(1).toString();

    /** What was answered at a position. */
    private record Was(JsonNode balances, JsonNode tier, JsonNode board, JsonNode list) {}

    @Alone(because = "it switches what all accounts share")
    @Test
    void a_past_state_is_answered_for_ever_also_after_a_rebuild() {
        api.post("/api/v1/crm/points", "point_name", "discs").mustBe(200);
        String discs = api.post("/api/v1/crm/points", "point_name", "discs")
                .body()
                .get("point_uid")
                .asString();
        long jo = api.fan("jo@fans.example");
        long bo = api.fan("bo@fans.example");
        Map<Long, Was> history = new LinkedHashMap<>();
        String tier = "";
        for (int i = 1; i <= 12; i++) {
            long fan = i % 3 == 0 ? bo : jo;
            long position = award(fan, i % 4 == 0 ? -15 : 10);
            history.put(position, now(jo));
            if (i == 3) {
                var gold = api.post(
                                "/api/v1/crm/points/" + discs + "/point_tiers", "tier_name", "Gold", "min_points", 25)
                        .mustBe(200);
                tier = gold.body().get("point_tier_uid").asString();
                history.put(position(gold), now(jo));
            }
            if (i == 8) {
                history.put(
                        position(api.post(
                                "/api/v1/crm/points/" + discs + "/point_tiers",
                                "tier_name",
                                "Platinum",
                                "min_points",
                                5,
                                "point_tier_uid",
                                tier)),
                        now(jo));
            }
        }
        Set<JsonNode> different = new HashSet<>();
        history.values().forEach(was -> different.add(was.balances()));
        assertThat(different).hasSizeGreaterThan(8);
        history.forEach((position, was) -> assertThat(then(jo, position)).isEqualTo(was));
        for (String name : List.of("boards", "fan_points", "tier_history")) {
            rebuild(name);
        }
        history.forEach((position, was) -> assertThat(then(jo, position)).isEqualTo(was));
    }

    @Test
    void a_moment_before_a_fan_had_points_shows_none_and_one_that_lies_ahead_is_refused() {
        long jo = api.fan("jo@fans.example");
        long first = award(jo, 10);
        assertThat(api.get("/api/v1/manage/fans/" + jo + "/balances", "as_of", first - 1)
                        .mustBe(200)
                        .body())
                .isEmpty();
        assertThat(api.get("/api/v1/manage/fans/" + jo + "/balances", "as_of", "2025-01-01T00:00:00Z")
                        .mustBe(200)
                        .body())
                .isEmpty();
        for (String ahead : List.of("position:900000000000", "4000000000")) {
            assertThat(api.get("/api/v1/manage/fans/" + jo + "/balances", "as_of", ahead)
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("as_of");
        }
    }

    @Test
    void a_ledger_is_read_as_it_happened() {
        long jo = api.fan("jo@fans.example");
        long first = award(jo, 10);
        long second = award(jo, -4);
        long third = award(jo, 5);
        List<JsonNode> lines = lines(jo);
        assertThat(lines).extracting(line -> line.get("position").asLong()).containsExactly(first, second, third);
        assertThat(lines).extracting(line -> line.get("balance").asLong()).containsExactly(10L, 6L, 11L);
        assertThat(lines.getFirst().get("command").asString()).isEqualTo("AwardPoints");
        assertThat(lines.getFirst().get("actor_label").isString()).isTrue();
        assertThat(lines(jo, "after", first, "limit", 1))
                .extracting(line -> line.get("position").asLong())
                .containsExactly(second);
        assertThat(lines(jo, "order", "desc"))
                .extracting(line -> line.get("position").asLong())
                .containsExactly(third, second, first);
        assertThat(lines(jo, "order", "desc", "after", third, "limit", 1))
                .extracting(line -> line.get("balance").asLong())
                .containsExactly(6L);
        assertThat(lines(jo, "order", "desc", "as_of", "position:" + second))
                .extracting(line -> line.get("position").asLong())
                .containsExactly(second, first);
        assertThat(lines(jo, "as_of", "position:" + second)).hasSize(2);
        assertThat(lines(jo, "start_date", tomorrow)).isEmpty();
        encore().newAccount().get("/api/v1/manage/audit/fans/" + jo + "/points").mustBe(404);
        api.delete("/api/v1/crm/fans/" + jo).mustBe(200);
        assertThat(lines(jo)).isEqualTo(lines);
    }

    @Test
    void an_outsider_proves_an_event_by_its_leaf_and_signed_heads_alone() {
        long jo = api.fan("jo@fans.example");
        long position = award(jo, 10);
        for (int i = 0; i < 5; i++) {
            api.fan("other" + i + "@fans.example");
        }
        JsonNode kept = api.get("/api/v1/manage/audit/proof").mustBe(200).body().get("head");
        award(jo, 5);
        JsonNode proof = api.get(
                        "/api/v1/manage/audit/proof",
                        "position",
                        position,
                        "to",
                        kept.get("position").asLong())
                .mustBe(200)
                .body()
                .get("proof");
        assertThat(proof.at("/head/position")).isEqualTo(kept.get("position"));
        assertThat(proof.at("/head/hash")).isEqualTo(kept.get("hash"));
        assertThat(proof.at("/head/at").asLong())
                .isGreaterThanOrEqualTo(kept.get("at").asLong());
        assertThat(signed(proof.get("head"))).isTrue();
        assertThat(headOf(proof)).isEqualTo(kept.get("hash").asString());
        assertThat(signed(kept)).isTrue();
        String shortest = headOf(api.get("/api/v1/manage/audit/proof", "position", position)
                .mustBe(200)
                .body()
                .get("proof"));
        assertThat(shortest).hasSize(64).isNotEqualTo(kept.get("hash").asString());
        encore().newAccount()
                .get("/api/v1/manage/audit/proof", "position", position)
                .mustBe(404);
    }

    /** As docs/log-format.md says. */
    private static String headOf(JsonNode proof) {
        JsonNode commit = proof.get("commit");
        JsonNode event = proof.get("event");
        var hash = new LogHash();
        byte[] leaf = hash.leaf(
                new LogHash.Commit(
                        commit.get("format").asLong(),
                        commit.get("first").asLong(),
                        commit.get("count").asLong(),
                        commit.get("at").asLong(),
                        HEX.parseHex(commit.get("id").asString())),
                event.get("position").asLong(),
                event.get("stream").asString().getBytes(UTF_8),
                event.get("sequence").asLong(),
                event.get("type").asString().getBytes(UTF_8),
                event.get("revision").asString().getBytes(UTF_8),
                event.get("metadata").asString().getBytes(UTF_8),
                event.get("payload").asString().getBytes(UTF_8));
        assertThat(HEX.formatHex(leaf)).isEqualTo(proof.get("leaf").asString());
        byte[] head = hash.head(HEX.parseHex(proof.get("previous_head").asString()), leaf);
        for (JsonNode further : proof.get("leaves")) {
            head = hash.head(head, HEX.parseHex(further.asString()));
        }
        return HEX.formatHex(head);
    }

    private static boolean signed(JsonNode head) {
        return HeadSigner.isSigned(new SignedHead(
                head.get("position").asLong(),
                head.get("hash").asString(),
                head.get("at").asLong(),
                head.get("signature").asString(),
                head.get("public_key").asString()));
    }

    @Test
    void heads_that_were_kept_are_signed_by_the_key_that_is_published() {
        JsonNode key = api.get("/api/v1/manage/audit/keys").mustBe(200).body().get(0);
        assertThat(key.get("algorithm").asString()).isEqualTo("Ed25519");
        JsonNode head = api.get("/api/v1/manage/audit/proof").mustBe(200).body().get("head");
        assertThat(head.get("public_key")).isEqualTo(key.get("public_key"));
        assertThat(head.get("at").asLong()).isCloseTo(System.currentTimeMillis(), within(60_000L));
        for (JsonNode kept : api.get("/api/v1/manage/audit/heads").mustBe(200).body()) {
            assertThat(kept.get("public_key")).isEqualTo(key.get("public_key"));
            assertThat(signed(kept)).isTrue();
        }
    }

    @Test
    void a_fans_whole_record_is_a_zip_of_json() throws Exception {
        long jo = api.fan("jo@fans.example");
        award(jo, 10);
        api.post("/api/v1/crm/fans/" + jo + "/activities", "campaign_title", "Doors", "field_gate", "3")
                .mustBe(200);
        var request = HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/manage/audit/fans/" + jo + "/export"));
        api.headers().forEach(request::header);
        try (var http = HttpClient.newHttpClient()) {
            Map<String, JsonNode> files = unzipped(
                    http.send(request.build(), BodyHandlers.ofByteArray()).body());
            assertThat(files)
                    .containsOnlyKeys(
                            "activities.json",
                            "associations.json",
                            "balances.json",
                            "completions.json",
                            "connections.json",
                            "fan.json",
                            "fan_wagers.json",
                            "identifiers.json",
                            "idols.json",
                            "logins.json",
                            "media.json",
                            "passes.json",
                            "points.json",
                            "purchases.json",
                            "registrations.json",
                            "rewards.json",
                            "scans.json",
                            "shows.json",
                            "snapshots.json",
                            "stream_records.json",
                            "subscriptions.json",
                            "tags.json",
                            "terms.json",
                            "tickets.json",
                            "tracker_events.json");
            assertThat(files.get("activities.json").at("/0/campaign_title").asString())
                    .isEqualTo("Doors");
            assertThat(files.get("activities.json").at("/0/details/gate").asString())
                    .isEqualTo("3");
            assertThat(files.get("fan.json").get("email").asString()).isEqualTo("jo@fans.example");
            assertThat(files.get("points.json")).hasSize(1);
            assertThat(files.get("balances.json").get(0).get("balance").asLong())
                    .isEqualTo(10);
        }
        api.delete("/api/v1/crm/fans/" + jo).mustBe(200);
        api.get("/api/v1/manage/audit/fans/" + jo + "/export").mustBe(404);
    }

    private static Map<String, JsonNode> unzipped(byte[] bytes) throws IOException {
        Map<String, JsonNode> files = new LinkedHashMap<>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), JsonMapper.shared().readTree(zip.readAllBytes()));
            }
        }
        return files;
    }

    private long award(long fan, long count) {
        api.pointType("discs");
        return position(api.award(fan, "discs", count));
    }

    private static long position(Api.Answer answer) {
        return Long.parseLong(String.valueOf(answer.mustBe(200).header("Encore-Position")));
    }

    private Was now(long fan) {
        return read(fan);
    }

    private Was then(long fan, long position) {
        return read(fan, "as_of", "position:" + position);
    }

    private Was read(long fan, Object... asOf) {
        return new Was(
                api.get("/api/v1/manage/fans/" + fan + "/balances", asOf)
                        .mustBe(200)
                        .body(),
                api.get("/api/v1/crm/fans/" + fan + "/point_tier", with(asOf, "point_name", "discs"))
                        .mustBe(200)
                        .body(),
                api.get(
                                "/api/v1/crm/points",
                                with(asOf, "point_name", "discs", "start_date", "2025-01-01", "end_date", tomorrow))
                        .mustBe(200)
                        .body()
                        .get("data"),
                api.get(
                                "/api/v1/ent/fan_points",
                                with(asOf, "start_date", "2025-01-01", "end_date", tomorrow, "order", "leaderboard"))
                        .mustBe(200)
                        .body());
    }

    private static Object[] with(Object[] asOf, Object... query) {
        List<Object> all = new ArrayList<>(List.of(query));
        all.addAll(List.of(asOf));
        return all.toArray();
    }

    private List<JsonNode> lines(long fan, Object... query) {
        return api.get("/api/v1/manage/audit/fans/" + fan + "/points", query)
                .mustBe(200)
                .text()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private void rebuild(String name) {
        ProjectionsApi projections = new ProjectionsApi(api, encore().operator());
        projections.whenFilled(name, projections.rebuild(name));
        encore().operator().post(ProjectionsApi.PATH + "/" + name + "/switch").mustBe(200);
    }
}
