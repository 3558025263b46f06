package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
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

    @Alone(because = "its searches occupy all readers of the server")
    @Test
    void a_search_that_is_stopped_spoils_no_search_of_another_account() throws Exception {
        // The search works longer than the fast lane allows, so each is stopped there and begun anew.
        String words = "fa fb fc fd fe ff fg fh fi fj fk fl fm fn fo fp";
        String longName = (words + " ").repeat(5).strip();
        for (int i = 0; i < 20; i++) {
            int first = 100 * i;
            together(IntStream.range(first, first + 100)
                    .mapToObj(fan -> (Callable<Integer>) () -> addFan(api, fan, longName))
                    .toList());
        }
        Api other = encore().newAccount();
        addFan(other, 1, words);
        String search = COUNT + "?name=" + words.replace(' ', '+');
        AtomicBoolean done = new AtomicBoolean();
        Callable<Set<Integer>> slow = () -> {
            Set<Integer> statuses = new TreeSet<>();
            while (!done.get()) {
                statuses.add(api.get(search).status());
            }
            return statuses;
        };
        Callable<Set<Integer>> quick = () -> {
            try {
                return IntStream.range(0, 300)
                        .mapToObj(call -> other.get(search).status())
                        .collect(Collectors.toSet());
            } finally {
                done.set(true);
            }
        };
        assertThat(together(List.of(quick, slow, slow, slow))).containsOnly(Set.of(200));
    }

    private static int addFan(Api account, int number, String name) {
        return account.post(FANS, "email", "f" + number + "@x.example", "first_name", name)
                .mustBe(200)
                .status();
    }

    private static String words(int count) {
        return IntStream.range(0, count).mapToObj(i -> "word" + i).collect(Collectors.joining("+"));
    }
}
