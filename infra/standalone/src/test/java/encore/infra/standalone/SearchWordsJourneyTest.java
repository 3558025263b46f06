package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every text that is searched for by its words has at most 16 distinct ones. */
class SearchWordsJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String COUNT = "/api/v1/manage/fan_count";
    private static final String FILTERS = "/api/v1/manage/search_filters";

    @Test
    void more_than_sixteen_distinct_words_are_refused_with_the_parameter() {
        long campaign = api.campaign("Words", "trivia");
        for (List<String> search : List.of(
                List.of(FANS, "name"),
                List.of(COUNT, "name"),
                List.of("/api/v1/idols", "idol_name"),
                List.of("/api/v1/idols/events", "q"),
                List.of("/api/v1/apps/" + campaign + "/wager_entries", "q"),
                List.of("/api/v1/crm/campaigns", "q"))) {
            String call = search.getFirst() + "?" + search.getLast() + "=";
            api.get(call + words(16)).mustBe(200);
            assertThat(api.get(call + words(17))
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .as(call)
                    .isEqualTo(search.getLast());
        }
        assertThat(api.post(FILTERS, "filter_name", "many", "name", words(17).replace('+', ' '))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("name");
    }

    @Test
    void repeated_words_and_beginnings_of_words_count_once_and_find_the_same() {
        api.post(FANS, "email", "florence@x.example", "first_name", "Florence", "last_name", "Lake")
                .mustBe(200);
        for (String name : List.of("florence+lake", "f+l+".repeat(60), "F+fl+flo+florence+l+la+FLO")) {
            assertThat(api.get(FANS + "?name=" + name).mustBe(200).body().at("/data"))
                    .as(name)
                    .hasSize(1);
        }
        assertThat(api.get(FANS + "?name=florence+lakes").mustBe(200).body().at("/data"))
                .isEmpty();
        assertThat(api.get(FANS + "?name=" + "f".repeat(256))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("name");
    }

    private static String words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "word" + i).collect(Collectors.joining("+"));
    }
}
