package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** Follows the feed of activities by its ids, of all and filtered, while four writers are at it. */
final class FollowedFeed {

    private static final int WRITERS = 4;
    private static final int EACH = 100;

    private final Api api;
    private final long fan;
    private final long campaign;
    private final AtomicInteger writing = new AtomicInteger(WRITERS);

    private FollowedFeed(Api api) {
        this.api = api;
        this.fan = api.fan("ada@fans.example");
        this.campaign = api.post("/api/v1/manage/apps", "name", "Quiz", "app_type", "trivia")
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
    }

    static void missesNothing(Api api) throws Exception {
        new FollowedFeed(api).missesNothing();
    }

    private void missesNothing() throws Exception {
        long began = record("Quiz");
        String today = today();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Set<Long>>> writers = IntStream.range(0, WRITERS)
                    .mapToObj(writer -> threads.submit(this::write))
                    .toList();
            Future<List<Long>> everything = threads.submit(() -> follow(began));
            Future<List<Long>> ofTheDay = threads.submit(() -> follow(began, "activity_date", today));
            Future<List<Long>> ofTheCampaign = threads.submit(() -> follow(began, "page_tab_id", campaign));
            Set<Long> written = new HashSet<>();
            for (Future<Set<Long>> one : writers) {
                written.addAll(one.get());
            }
            assertThat(everything.get()).isSorted().hasSize(WRITERS * EACH).hasSameElementsAs(written);
            if (today().equals(today)) {
                assertThat(ofTheDay.get()).isEqualTo(everything.get());
            }
            assertThat(ofTheCampaign.get()).isSorted().doesNotHaveDuplicates().hasSize(WRITERS * EACH / 2);
        }
        assertThat(ids("activity_date", "2020-01-01")).isEmpty();
    }

    private static String today() {
        return LocalDate.now(ZoneOffset.UTC).toString();
    }

    private Set<Long> write() {
        Set<Long> written = new HashSet<>();
        for (int i = 0; i < EACH; i++) {
            written.add(record(i % 2 == 0 ? "Quiz" : "Doors"));
        }
        writing.decrementAndGet();
        return written;
    }

    private long record(String title) {
        return api.post("/api/v1/crm/fans/" + fan + "/activities", "campaign_title", title)
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
    }

    /** Goes on after the last id until nothing comes any more, and nobody writes. */
    private List<Long> follow(long behind, Object... filter) {
        List<Long> seen = new ArrayList<>();
        long last = behind;
        while (true) {
            boolean over = writing.get() == 0;
            List<Object> query = new ArrayList<>(List.of("min_activity_id", last, "limit", 7));
            query.addAll(List.of(filter));
            List<Long> some = ids(query.toArray());
            if (some.isEmpty() && over) {
                return seen;
            }
            seen.addAll(some);
            last = some.isEmpty() ? last : some.getLast();
        }
    }

    private List<Long> ids(Object... query) {
        JsonNode feed = api.get("/api/v1/crm/activities", query).mustBe(200).body();
        return feed.get("data")
                .valueStream()
                .map(row -> row.get("activity_id").asLong())
                .toList();
    }
}
