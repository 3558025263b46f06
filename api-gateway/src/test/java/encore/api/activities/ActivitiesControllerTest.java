package encore.api.activities;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.activities.Activity;
import encore.kernel.activities.ActivityBuilder;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordActivityByContacts;
import encore.kernel.activities.ActivityCount;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityQuery.FindActivitiesOfFan;
import encore.kernel.activities.ActivityQuery.FindActivityStats;
import encore.kernel.activities.ActivityQuery.FindFeed;
import encore.kernel.activities.ActivityQuery.FindSimpleActivities;
import encore.kernel.activities.FeedActivity;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.ConsentBuilder;
import encore.kernel.fans.profile.ProfileBuilder;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.paging.Paging.NextKey;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;

class ActivitiesControllerTest {

    private static final String ALL = "/api/v1/crm/activities";
    private static final String OF_FAN = "/api/v1/crm/fans/42/activities";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Instant OWN_TIME = Instant.parse("2019-07-06T20:15:00Z");
    private static final Activity QUIZ = ActivityBuilder.builder()
            .accountId(7)
            .activityId(17)
            .fanId(42)
            .creationTimestamp(Instant.parse("2026-03-01T12:00:00Z"))
            .pageTabId(9L)
            .appType("trivia")
            .businessId(5L)
            .campaignTitle("Quiz")
            .details(JsonMapper.shared().readTree("{\"colour\": \"blue\"}"))
            .deviceType("phone")
            .activityDurationMs(1_500L)
            .ipAddress("10.0.0.1")
            .userKey("key")
            .points(50L)
            .correctCount(3L)
            .effectiveAtIso(OWN_TIME)
            .build();

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            ActivitiesController.class, FanActivitiesController.class, SimpleActivitiesController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_activity() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(RecordActivity.class, command -> new RecordedActivity(42, 17L))
                .on(RecordActivityByContacts.class, command -> new RecordedActivity(42, 17L))
                .on(FindActivitiesOfFan.class, query -> new Page<>(List.of(QUIZ), "17", "17", false, 20))
                .on(FindFeed.class, query -> new Page<>(List.of(FeedActivity.ofErasedFan(QUIZ)), "17", "17", false, 20))
                .on(FindActivityStats.class, query -> List.of(new ActivityCount(7, "Quiz", null, 3)))
                .on(
                        FindSimpleActivities.class,
                        query -> new Page<>(
                                List.of(new Activity.Simple(7, 9, 42, 17, QUIZ.creationTimestamp(), OWN_TIME)),
                                "17",
                                "17",
                                false,
                                20));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | campaign_title=Quiz&field_colour=blue&field_size=12",
                "application/json | {\"campaign_title\": \"Quiz\", \"field_colour\": \"blue\", \"field_size\": 12}"
            })
    void a_fans_activity_is_recorded_with_its_fields(String type, String body) {
        GATEWAY.post(OF_FAN, type, body).isOk().expectBody().json("{\"fan_id\": 42, \"activity_id\": 17}");
        var sent = (RecordActivity) backend.sent.getFirst();
        var details =
                JsonMapper.shared().createObjectNode().put("colour", "blue").put("size", "12");
        assertThat(sent)
                .isEqualTo(new RecordActivity(
                        sent.activity(), new FanId(7, 42), "Quiz", ActivityDetails.of(details), null));
        assertThat(sent.activity().account()).isEqualTo(7);
    }

    @Test
    void fields_are_at_most_100_with_names_of_at_most_128_characters() {
        String most =
                IntStream.range(0, 100).mapToObj(i -> "&field_f" + i + "=x").collect(Collectors.joining());
        GATEWAY.post(OF_FAN, FORM, "campaign_title=Quiz" + most).isOk();
        naming(GATEWAY.post(OF_FAN, FORM, "campaign_title=Quiz&field_more=x" + most), "field_");
        String longest = "field_" + "é".repeat(128);
        GATEWAY.post(OF_FAN, "application/json", "{\"campaign_title\": \"Quiz\", \"" + longest + "\": \"x\"}")
                .isOk();
        naming(
                GATEWAY.post(OF_FAN, "application/json", "{\"campaign_title\": \"Quiz\", \"" + longest + "x\": \"x\"}"),
                longest + "x");
        naming(GATEWAY.post(OF_FAN, FORM, "campaign_title=Quiz&field_=x"), "field_");
        naming(GATEWAY.post(OF_FAN, FORM, "field_colour=blue"), "campaign_title");
        naming(GATEWAY.post(OF_FAN, FORM, "campaign_title=" + "x".repeat(256)), "campaign_title");
        assertThat(backend.sent).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + " | first_name=Ada&email=Ada@Fans.example&phone=2025550101&campaign_title=Quiz&province=MA"
                        + "&postal_code=02101&is_subscribed=true&is_phone_subscribed=false",
                "application/json | {\"first_name\": \"Ada\", \"email\": \" ada@fans.example\", \"phone\": "
                        + "\"+12025550101\", \"campaign_title\": \"Quiz\", \"province\": \"MA\", \"postal_code\": "
                        + "\"02101\", \"is_subscribed\": true, \"is_phone_subscribed\": false}"
            })
    void contacts_lead_to_a_fan_and_a_place_needs_no_country(String type, String body) {
        GATEWAY.post(ALL, type, body).isOk().expectBody().json("{\"fan_id\": 42, \"activity_id\": 17}");
        var sent = (RecordActivityByContacts) backend.sent.getFirst();
        var ada = ProfileBuilder.builder()
                .firstName("Ada")
                .email("ada@fans.example")
                .phone("+12025550101")
                .province("MA")
                .postalCode("02101")
                .build();
        var agreed = ConsentBuilder.builder()
                .optedInBusinesses(List.of())
                .optedOutBusinesses(List.of())
                .isSubscribed(true)
                .isPhoneSubscribed(false)
                .build();
        assertThat(sent)
                .isEqualTo(new RecordActivityByContacts(sent.activity(), sent.fan(), ada, agreed, "Quiz", null));
    }

    @ParameterizedTest
    @CsvSource({
        "phone=%2B12025550101, email",
        "email=none, email",
        "email=a@x.example&phone=1, phone",
        "email=a@x.example&country_code=Atlantis, country_code",
        "email=a@x.example&is_subscribed=perhaps, is_subscribed"
    })
    void a_fan_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(ALL, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void the_feed_is_a_window_of_ids() {
        client.get()
                .uri(ALL)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"meta\": {\"order\": \"desc\", \"min_activity_id\": 17, \"max_activity_id\": 17},"
                        + "\"data\": [{\"activity_id\": 17, \"campaign_title\": \"Quiz\", \"email\": null}]}");
        client.get()
                .uri(ALL + "?min_activity_id=3&limit=500&page_tab_id=9&activity_date=2026-03-01&include_details=true")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.meta.order")
                .isEqualTo("asc");
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindFeed(7, null, null, false, new IdWindow(null, null, 100)),
                        new FindFeed(7, 9L, LocalDate.parse("2026-03-01"), true, new IdWindow(3L, null, 500))));
    }

    @ParameterizedTest
    @CsvSource({
        "limit=501, limit",
        "limit=0, limit",
        "min_activity_id=x, min_activity_id",
        "activity_date=2026-02-30, activity_date",
        "include_details=2, include_details"
    })
    void a_window_that_cannot_be_names_what_is_wrong(String query, String field) {
        naming(client.get().uri(ALL + "?" + query).exchange().expectStatus(), field);
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_fans_list_has_the_details_as_props() {
        client.get()
                .uri(OF_FAN + "?campaign_title=Quiz&limit=1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        "[{\"fan_id\": 42, \"campaign_title\": \"Quiz\", \"creation_timestamp\": 1772366400,"
                                + "\"creation_timestamp_iso\": \"2026-03-01T12:00:00Z\", \"effective_at_iso\": \"2019-07-06T20:15:00Z\", \"props\": {\"colour\": \"blue\"}}]");
        assertThat(backend.asked).isEqualTo(List.of(new FindActivitiesOfFan(7, 42, "Quiz", new NextKey(null, 500))));
        naming(client.get().uri(OF_FAN + "?limit=0").exchange().expectStatus(), "limit");
    }

    @Test
    void counts_and_simple_rows_go_out_as_they_are() {
        client.get()
                .uri("/api/v1/crm/activity_stats?campaign_title=Quiz&property_name=colour")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"account_id\": 7, \"campaign_title\": \"Quiz\", \"property_name\": null, \"counter\": 3}]");
        client.get()
                .uri("/api/v1/apps/9/simple_activities")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(
                        "[{\"account_id\": 7, \"page_tab_id\": 9, \"fan_id\": 42, \"activity_id\": 17,"
                                + "\"creation_timestamp\": 1772366400, \"creation_timestamp_iso\": \"2026-03-01T12:00:00Z\", \"effective_at_iso\": \"2019-07-06T20:15:00Z\"}]");
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new FindActivityStats(7, "Quiz", "colour"),
                        new FindSimpleActivities(7, 9, new NextKey(null, 1_000))));
    }
}
