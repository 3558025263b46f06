package encore.api.activities;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityQuery.FindCampaignLeaderboard;
import encore.kernel.activities.ActivityQuery.FindEntries;
import encore.kernel.activities.CampaignRankBuilder;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class EntriesControllerTest {

    private static final String ENTRIES = "/api/v1/manage/apps/9/entries";
    private static final String LEADERBOARD = "/api/v1/crm/activities/9/leaderboard";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");
    private static final ObjectNode LEVEL =
            JsonMapper.shared().createObjectNode().put("level", 3);
    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(EntriesController.class, CampaignLeaderboardController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_entry() {
        backend.sent.clear();
        backend.asked.clear();
        var entry = new Activity.Entry(17, 42, 50L, 3L, 1_500L, LEVEL, "phone", "key", "10.0.0.1", THEN, null);
        backend.on(RecordEntry.class, command -> new RecordedActivity(42, 17L))
                .on(FindEntries.class, query -> new Page<>(List.of(entry), "17", "17", false, 20))
                .on(
                        FindCampaignLeaderboard.class,
                        query -> List.of(CampaignRankBuilder.builder()
                                .rank(1)
                                .fanId(42)
                                .isHidden(false)
                                .activityTimestamp(THEN)
                                .displayName("Ada")
                                .points(50L)
                                .build()));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | fan_id=42&points=50&correct_count=3&activity_duration_ms=1500&details=%7B%22level%22%3A3%7D"
                        + "&device_type=phone&user_key=key&ip_address=10.0.0.1&is_unique_activity=true",
                JSON + " | {\"fan_id\": 42, \"points\": 50, \"correct_count\": 3, \"activity_duration_ms\": 1500,"
                        + " \"details\": {\"level\": 3}, \"device_type\": \"phone\", \"user_key\": \"key\","
                        + " \"ip_address\": \"10.0.0.1\", \"is_unique_activity\": true}"
            })
    void an_entry_is_recorded(String type, String body) {
        post(type, body).isOk().expectBody().json("{\"fan_id\": 42, \"activity_id\": 17}");
        var sent = (RecordEntry) backend.sent.getFirst();
        assertThat(sent)
                .isEqualTo(new RecordEntry(
                        sent.activity(),
                        new CampaignId(7, 9),
                        new FanId(7, 42),
                        true,
                        new ActivityDetails(LEVEL, "phone", 1_500L, "10.0.0.1", "key", 50L, 3L, null),
                        null));
        assertThat(sent.activity().account()).isEqualTo(7);
    }

    @Test
    void a_fan_is_all_that_is_needed() {
        post(FORM, "fan_id=42&device_type=&user_key=&ip_address=").isOk();
        var sent = (RecordEntry) backend.sent.getFirst();
        assertThat(sent.details()).isEqualTo(ActivityDetails.NONE);
        assertThat(sent.unique()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "points=1, fan_id",
        "fan_id=0, fan_id",
        "fan_id=42&points=x, points",
        "fan_id=42&points=1000000000001, points",
        "fan_id=42&correct_count=-1, correct_count",
        "fan_id=42&activity_duration_ms=-1, activity_duration_ms",
        "fan_id=42&details=[1], details",
        "fan_id=42&ip_address=1.2.3, ip_address",
        "fan_id=42&is_unique_activity=perhaps, is_unique_activity"
    })
    void an_invalid_value_names_its_field(String form, String field) {
        naming(post(FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void details_are_at_most_100_fields_with_names_of_at_most_128_characters() {
        String most = IntStream.range(0, 100).mapToObj(i -> "\"f" + i + "\": 1").collect(Collectors.joining(", "));
        post(JSON, "{\"fan_id\": 42, \"details\": {" + most + "}}").isOk();
        naming(post(JSON, "{\"fan_id\": 42, \"details\": {" + most + ", \"g\": 1}}"), "details");
        naming(post(JSON, "{\"fan_id\": 42, \"details\": {\"" + "x".repeat(129) + "\": 1}}"), "details");
        naming(post(FORM, "fan_id=42&device_type=" + "x".repeat(256)), "device_type");
        naming(post(FORM, "fan_id=42&user_key=" + "x".repeat(256)), "user_key");
        assertThat(backend.sent).hasSize(1);
    }

    @Test
    void entries_and_ranks_go_out_as_they_are() {
        get(ENTRIES)
                .isOk()
                .expectBody()
                .json("[{\"activity_id\": 17, \"fan_id\": 42, \"points\": 50, \"correct_count\": 3,"
                        + "\"activity_duration_ms\": 1500, \"details\": {\"level\": 3}, \"device_type\": \"phone\","
                        + "\"user_key\": \"key\", \"ip_address\": \"10.0.0.1\","
                        + "\"creation_timestamp\": 1772366400}]");
        get(LEADERBOARD)
                .isOk()
                .expectBody()
                .json("[{\"rank\": 1, \"fan_id\": 42, \"display_name\": \"Ada\", \"is_hidden\": false,"
                        + "\"activity_timestamp\": 1772366400, \"points\": 50, \"balance\": null,"
                        + "\"activity_duration_ms\": null, \"correct_count\": null}]");
        get(LEADERBOARD + "?show_hidden=true&limit=1000").isOk();
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindEntries(7, 9, new NextKey(null, 500)),
                        new FindCampaignLeaderboard(7, 9, false, 10),
                        new FindCampaignLeaderboard(7, 9, true, 1_000)));
        naming(get(LEADERBOARD + "?limit=1001"), "limit");
        naming(get(LEADERBOARD + "?limit=0"), "limit");
    }

    private StatusAssertions get(String path) {
        return client.get().uri(path).exchange().expectStatus();
    }

    private StatusAssertions post(String type, String body) {
        return GATEWAY.post(ENTRIES, type, body);
    }
}
