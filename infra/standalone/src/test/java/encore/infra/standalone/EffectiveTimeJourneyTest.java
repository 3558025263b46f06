package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Times of their own, as calls give them, and activities with such a time wherever activities are shown and counted. */
class EffectiveTimeJourneyTest extends Journey {

    private static final String ALL = "/api/v1/crm/activities";
    private static final String LEAP_DAY = "2020-02-29T23:59:59Z";

    @Test
    void each_call_takes_unix_seconds_and_iso_8601_and_refuses_other_times() {
        String discs = api.pointType("discs");
        long quiz = api.campaign("Quiz", "trivia");
        long ada = api.fan("ada@fans.example");
        long seconds = Instant.parse(LEAP_DAY).getEpochSecond();
        List<Call> calls = List.of(
                new Call(
                        "/api/v1/ent/fan_points",
                        "\"point_uid\": \"" + discs + "\", \"fan_id\": " + ada + ", \"point_count\": 1"),
                new Call("/api/v1/crm/fans/" + ada + "/points", "\"point_name\": \"discs\", \"point_count\": 1"),
                new Call("/api/v1/crm/fans/" + ada + "/activities", "\"campaign_title\": \"Quiz\""),
                new Call(ALL, "\"email\": \"ada@fans.example\", \"campaign_title\": \"Quiz\""),
                new Call("/api/v1/manage/apps/" + quiz + "/entries", "\"fan_id\": " + ada));
        for (Call call : calls) {
            for (String time : List.of("" + seconds, "\"" + LEAP_DAY + "\"", "\"2020-03-01T01:59:59+02:00\"", "0")) {
                api.postJson(call.path(), call.json(time)).mustBe(200);
            }
            long ahead = Instant.now().getEpochSecond();
            api.postJson(call.path(), call.json("" + (ahead + 30))).mustBe(200);
            for (String time : List.of("-1", "\"1969-12-31T23:59:59Z\"", "" + (ahead + 3_600), "\"yesterday\"")) {
                assertThat(api.postJson(call.path(), call.json(time))
                                .mustBe(400)
                                .body()
                                .at("/errors/0/field")
                                .asString())
                        .isEqualTo("effective_at");
            }
        }
        api.post(ALL, "email", "ada@fans.example", "campaign_title", "Quiz", "effective_at", seconds)
                .mustBe(200);
        assertThat(ids(ALL, "activity_date", "2020-02-29")).hasSize(3 * 3 + 1);
        assertThat(ids(ALL, "activity_date", "1970-01-01")).hasSize(3);
        // A time that is ahead counts as the stamp, and is told as it counts.
        JsonNode today = api.get(ALL, "activity_date", LocalDate.now(ZoneOffset.UTC))
                .mustBe(200)
                .body()
                .get("data");
        assertThat(today)
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.get("effective_at_iso").asString())
                        .isEqualTo(row.get("creation_timestamp_iso").asString()));
    }

    private record Call(String path, String fields) {

        String json(String time) {
            return "{" + fields + ", \"effective_at\": " + time + "}";
        }
    }

    @Test
    void the_same_award_key_with_another_time_answers_the_first_award() {
        String discs = api.pointType("discs");
        long ada = api.fan("ada@fans.example");
        Object[] award = {"point_uid", discs, "fan_id", ada, "point_count", 5, "award_key", "k1"};
        JsonNode first = award(award, LEAP_DAY);
        assertThat(award(award, "2019-07-06T20:15:00Z")).isEqualTo(first);
        JsonNode rows =
                api.get("/api/v1/crm/fans/" + ada + "/points").mustBe(200).body();
        assertThat(rows).hasSize(1);
    }

    private JsonNode award(Object[] fields, String time) {
        Object[] all = new Object[fields.length + 2];
        System.arraycopy(fields, 0, all, 0, fields.length);
        all[fields.length] = "effective_at";
        all[fields.length + 1] = time;
        return api.post("/api/v1/ent/fan_points", all).mustBe(200).body();
    }

    @Test
    void an_activity_of_an_earlier_day_is_found_and_counted_on_that_day() {
        long quiz = api.campaign("Quiz", "trivia");
        long ada = api.fan("ada@fans.example");
        long bob = api.fan("bob@fans.example");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        long now = record(ada);
        long leapDay = record(ada, "effective_at", LEAP_DAY);
        long sameDay = record(bob, "effective_at", "2020-02-29T00:00:00Z");
        long nextDay = record(bob, "effective_at", "2020-03-01T00:00:00Z");

        assertThat(ids(ALL)).containsExactly(nextDay, sameDay, leapDay, now);
        assertThat(ids(ALL, "activity_date", "2020-02-29")).containsExactly(sameDay, leapDay);
        assertThat(ids(ALL, "activity_date", "2020-02-29", "limit", 1)).containsExactly(sameDay);
        assertThat(ids(ALL, "activity_date", "2020-02-29", "limit", 1, "max_activity_id", sameDay))
                .containsExactly(leapDay);
        assertThat(ids(ALL, "activity_date", "2020-02-29", "min_activity_id", 0))
                .containsExactly(leapDay, sameDay);
        assertThat(ids(ALL, "activity_date", "2020-03-01", "page_tab_id", quiz)).containsExactly(nextDay);
        assertThat(ids(ALL, "activity_date", today)).containsExactly(now);

        JsonNode row =
                api.get(ALL, "activity_date", "2020-03-01").mustBe(200).body().at("/data/0");
        assertThat(row.get("effective_at_iso").asString()).isEqualTo("2020-03-01T00:00:00Z");
        assertThat(row.get("creation_timestamp_iso").asString()).startsWith("" + today.getYear());
        for (String list : List.of(
                "/api/v1/crm/fans/" + ada + "/activities",
                "/api/v1/apps/" + quiz + "/simple_activities",
                "/api/v1/manage/apps/" + quiz + "/entries")) {
            assertThat(api.get(list).mustBe(200).body().valueStream())
                    .anySatisfy(one -> assertThat(one.path("effective_at_iso").asString(""))
                            .isEqualTo(LEAP_DAY))
                    .anySatisfy(one -> assertThat(one.has("effective_at_iso")).isFalse());
        }

        assertThat(entries(quiz)).isEqualTo("4 2");
        assertThat(entries(quiz, "start_date", "2020-02-29", "end_date", "2020-02-29"))
                .isEqualTo("2 2");
        assertThat(entries(quiz, "start_date", "2020-03-01", "end_date", "2020-12-31"))
                .isEqualTo("1 1");
        assertThat(entries(quiz, "start_date", today)).isEqualTo("1 1");

        assertThat(fansActive("2020-03-01", "2020-03-01")).containsExactly(bob);
        assertThat(fansActive("2020-01-01", "2020-02-29")).containsExactlyInAnyOrder(ada, bob);
        assertThat(fansActive(today.toString(), today.toString())).containsExactly(ada);
    }

    private long record(long fan, Object... more) {
        Object[] all = new Object[2 + more.length];
        all[0] = "campaign_title";
        all[1] = "Quiz";
        System.arraycopy(more, 0, all, 2, more.length);
        return api.post("/api/v1/crm/fans/" + fan + "/activities", all)
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
    }

    private List<Long> ids(String path, Object... query) {
        return api.get(path, query)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .map(row -> row.get("activity_id").asLong())
                .toList();
    }

    private List<Long> fansActive(String first, String last) {
        return api.get("/api/v1/crm/fans", "crm_start_active_date", first, "crm_end_active_date", last)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .map(row -> row.get("fan_id").asLong())
                .toList();
    }

    private String entries(long campaign, Object... days) {
        JsonNode stats =
                api.get("/api/v1/apps/" + campaign + "/stats", days).mustBe(200).body();
        return stats.get("total_entries").asLong() + " "
                + stats.get("fan_count").asLong();
    }
}
