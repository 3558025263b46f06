package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** Keeps a copy of performances, idols and idol events by what changed, while four writers are at it. */
final class FollowedUpdates {

    private static final String UPDATES = "/api/v1/crm/get_updates";
    private static final String IDOL_EVENTS = "/api/v1/manage/idol_events";
    private static final String VENUES = "/api/v1/manage/venues";
    private static final int WRITERS = 4;
    private static final int WRITES = 40;

    private final Api api;
    private final Map<String, JsonNode> copy = new HashMap<>();

    private FollowedUpdates(Api api) {
        this.api = api;
    }

    static void missNothing(Api api) throws Exception {
        new FollowedUpdates(api).missNothing();
    }

    private void missNothing() throws Exception {
        try (ExecutorService writers = Executors.newFixedThreadPool(WRITERS)) {
            String hall = api.made(VENUES, "venue_uid", "venue_name", "Hall");
            List<Future<?>> writing = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                int writer = i;
                writing.add(writers.submit(() -> write(hall, new Random(writer), "w" + writer + "-")));
            }
            Answer answer = api.get(UPDATES);
            while (writing.stream().anyMatch(one -> !one.isDone())) {
                keep(answer);
                answer = behind(answer);
            }
            for (Future<?> one : writing) {
                one.get();
            }
            keep(answer);
            keep(behind(answer));
        }
        Map<String, JsonNode> real = new HashMap<>();
        put(api.get("/api/v1/idols").body(), "idol_uid", real);
        put(api.get("/api/v1/idols/events").body(), "idol_event_uid", real);
        put(api.get("/api/v1/ent/performances").body(), "performance_uid", real);
        assertThat(real).hasSizeGreaterThan(WRITERS);
        copy.values().removeIf(one -> one.has("is_deleted"));
        assertThat(copy).isEqualTo(real);
    }

    private void write(String hall, Random random, String prefix) {
        List<String> idols = new ArrayList<>(List.of(idol(prefix + "first")));
        List<String> events = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            String idol = idols.get(random.nextInt(idols.size()));
            switch (random.nextInt(7)) {
                case 0 -> idols.add(idol(prefix + i));
                case 1 -> events.add(event(idol, hall));
                case 2 ->
                    api.post("/api/v1/manage/idols/" + idol, "description", "d" + i)
                            .mustBe(200);
                case 3 -> api.post(VENUES + "/" + hall, "city", prefix + i).mustBe(200);
                case 4 -> performance(hall);
                case 5 -> {
                    if (!events.isEmpty()) {
                        api.post(IDOL_EVENTS + "/" + events.getFirst(), "event_name", "e" + i)
                                .mustBe(200);
                    }
                }
                default -> {
                    if (events.size() > 1) {
                        api.delete(IDOL_EVENTS + "/" + events.removeLast()).mustBe(200);
                    }
                }
            }
        }
    }

    private Answer behind(Answer answer) {
        return api.get(UPDATES, "last_update_time", answer.mustBe(200).header("Encore-Update-Time"));
    }

    private void keep(Answer answer) {
        JsonNode body = answer.mustBe(200).body();
        put(body.get("performances"), "performance_uid", copy);
        put(body.get("idols"), "idol_uid", copy);
        put(body.get("idol_events"), "idol_event_uid", copy);
    }

    private static void put(JsonNode rows, String uid, Map<String, JsonNode> copy) {
        rows.forEach(row -> copy.put(row.get(uid).asString(), row));
    }

    private String idol(String name) {
        return api.made("/api/v1/idols", "idol_uid", "idol_name", name);
    }

    private String event(String idol, String venue) {
        return api.made(
                IDOL_EVENTS, "idol_event_uid", "idol_uid", idol, "start_date", "2026-06-15", "venue_uid", venue);
    }

    private void performance(String venue) {
        api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Gig",
                "performance_date",
                "2026-06-15",
                "venue_uid",
                venue);
    }
}
