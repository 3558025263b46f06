package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two people change the same thing: the second one is told of the first, if they send what they read as If-Match. */
class ChangedMeanwhileJourneyTest extends Journey {

    private static final int CLIENTS = 64;

    @Test
    void the_second_of_two_is_refused_with_who_and_when_and_goes_on_with_the_new_state() {
        String venue = venue("Arena");
        String tag = tag(venue);
        knowing(tag).post(venue, "city", "Oslo").mustBe(200);
        JsonNode problem =
                knowing(tag).post(venue, "city", "Bergen").mustBe(412).body();
        assertThat(problem.get("type").asString()).isEqualTo("/problems/changed-meanwhile");
        assertThat(problem.at("/change/actor").asString())
                .isEqualTo("key:" + api.headers().get("Api-Key"));
        assertThat(problem.at("/change/actor_label").asString()).isNotBlank();
        assertThat(problem.at("/change/at").asLong()).isPositive();
        assertThat(api.get(venue).body().get("city").asString()).isEqualTo("Oslo");
        knowing(tag(venue)).post(venue, "city", "Bergen").mustBe(200);
        assertThat(api.get(venue).body().get("city").asString()).isEqualTo("Bergen");
        api.post(venue, "city", "Oslo").mustBe(200);
    }

    @Test
    void other_things_do_not_matter() {
        String venue = venue("Arena");
        String tag = tag(venue);
        api.post(venue("Hall"), "city", "Oslo").mustBe(200);
        knowing(tag).post(venue, "city", "Bergen").mustBe(200);
    }

    @Test
    void of_64_clients_with_the_same_tag_one_changes_the_thing() throws Exception {
        String venue = venue("Arena");
        Api client = knowing(tag(venue));
        List<Callable<Integer>> calls = IntStream.range(0, CLIENTS)
                .<Callable<Integer>>mapToObj(
                        i -> () -> client.post(venue, "city", "City " + i).status())
                .toList();
        List<Integer> statuses = together(calls);
        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status != 200).containsOnly(412);
    }

    @Test
    void a_repeat_with_the_same_key_is_answered_as_the_first_time() {
        String venue = venue("Arena");
        Api client =
                knowing(tag(venue)).with("Idempotency-Key", UUID.randomUUID().toString());
        client.post(venue, "city", "Oslo").mustBe(200);
        Answer repeat = client.post(venue, "city", "Oslo").mustBe(200);
        assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    }

    @Test
    void a_tag_that_is_no_position_is_refused_by_its_name() {
        String venue = venue("Arena");
        for (String tag :
                List.of("12", "W/\"12\"", "\"x\"", "\"1\", \"2\"", "\"-1\"", "\"\"", "\"9999999999999999999\"")) {
            JsonNode problem =
                    knowing(tag).post(venue, "city", "Oslo").mustBe(400).body();
            assertThat(problem.at("/errors/0/field").asString()).as(tag).isEqualTo("If-Match");
        }
        knowing("*").post(venue, "city", "Oslo").mustBe(200);
        knowing("*").post(venue + "x", "city", "Oslo").mustBe(404);
        knowing("\"1\"").get(venue).mustBe(200);
    }

    @Test
    void a_deleted_thing_is_not_deleted_again_and_a_fan_is_guarded_too() {
        String venue = venue("Arena");
        Api client = knowing(tag(venue));
        client.delete(venue).mustBe(200);
        client.delete(venue).mustBe(412);
        api.delete(venue).mustBe(404);

        String fan = "/api/v1/manage/fans/" + api.fan("ada@fans.example");
        String tag = tag(fan);
        knowing(tag).post(fan, "name", "Ada").mustBe(200);
        knowing(tag).post(fan, "name", "Eda").mustBe(412);
        // Points are another stream.
        api.pointType("discs");
        String next = tag(fan);
        api.award(Long.parseLong(fan.substring(fan.lastIndexOf('/') + 1)), "discs", 5);
        knowing(next).post(fan, "name", "Eda").mustBe(200);
    }

    @Test
    void lists_and_problems_have_no_tag() {
        String venue = venue("Arena");
        assertThat(api.get("/api/v1/manage/venues").mustBe(200).header("ETag")).isNull();
        assertThat(api.get(venue + "x").mustBe(404).header("ETag")).isNull();
        assertThat(api.get("/api/v1/manage/settings").mustBe(200).header("ETag"))
                .matches("\"\\d+\"");
    }

    private String venue(String name) {
        return "/api/v1/manage/venues/"
                + api.made("/api/v1/manage/venues", "venue_uid", "venue_name", name + " " + UUID.randomUUID());
    }

    private String tag(String path) {
        return Objects.requireNonNull(api.get(path).mustBe(200).header("ETag"), path);
    }

    private Api knowing(String tag) {
        return api.with("If-Match", tag);
    }
}
