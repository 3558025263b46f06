package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Many calls at the same moment want one tracker_key or one order, and followers read amid writers and a moderator. */
@Alone(because = "an address may click a limited number of times a minute, and its clicks come to that")
class UtilitiesRacesJourneyTest extends Journey {

    private static final String TRACKERS = "/api/v1/trackers";
    private static final String DOMAINS = "/api/v1/manage/tracker_domains";
    private static final String REPORTS = "/api/v1/manage/tracker_events";
    private static final String DOMAIN = "127.0.0.1";
    private static final int CALLS = 64;
    private static final int WRITERS = 4;
    private static final int EACH = 25;

    /** Of one address at most 120 clicks a minute are recorded. */
    private static final int CLICKS = 12;

    private interface Steps {
        void run() throws Exception;
    }

    @Test
    void one_tracker_key_is_taken_once_by_two_accounts() throws Exception {
        Api other = encore().newAccount();
        String key = "Wanted" + System.nanoTime();
        List<String> domains = List.of("a" + System.nanoTime() + ".example", "b" + System.nanoTime() + ".example");
        List<Api> accounts = List.of(api, other);
        for (int i = 0; i < 2; i++) {
            accounts.get(i).post(DOMAINS, "virtual_domain", domains.get(i)).mustBe(200);
        }
        List<Callable<Integer>> calls = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            Api account = accounts.get(i % 2);
            Object[] form = tracker(domains.get(i % 2), key);
            calls.add(() -> account.post(TRACKERS, form).status());
        }
        List<Integer> statuses = together(calls);
        assertThat(statuses).containsOnly(200, 400);
        assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
        long made = accounts.stream()
                .flatMap(account -> account.get(TRACKERS).mustBe(200).body().valueStream())
                .filter(row -> row.get("tracker_key").asString().equals(key))
                .count();
        assertThat(made).isEqualTo(1);
    }

    /** Rows of the side that came first count, and none of the other. */
    @Test
    void one_order_by_reports_and_tickets_counts_once() throws Exception {
        withDomain(() -> {
            long fan = api.fan("buyer@x.example");
            JsonNode tracker =
                    api.post(TRACKERS, tracker(DOMAIN, "Race")).mustBe(200).body();
            JsonNode links = api.postJson(
                            "/api/v1/manage/trackers/"
                                    + tracker.get("tracker_id").asLong() + "/links",
                            "{\"fan_ids\": [" + fan + "]}")
                    .mustBe(200)
                    .body();
            String url = links.get(0).get("tracker_url").asString();
            click(url.substring(url.indexOf("/t/")), "Buyer");
            List<Callable<Integer>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                String row = i % 2 == 0 ? report(fan, i) : ticket(i);
                String path = i % 2 == 0 ? REPORTS : "/api/v1/crm/bulk_tickets";
                calls.add(() -> answered(path, row));
            }
            assertThat(together(calls)).containsOnly(200);
            String path = TRACKERS + "/" + tracker.get("tracker_id").asLong();
            Set<BigDecimal> whole = Set.of(BigDecimal.valueOf(CALLS / 2), BigDecimal.valueOf(100L * CALLS / 2));
            await().pollInSameThread().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                JsonNode numbers = api.get(path).mustBe(200).body();
                assertThat(numbers.get("attributed_purchase_count").asLong()).isEqualTo(1);
                assertThat(new BigDecimal(numbers.get("attributed_purchase_amount")
                                .decimalValue()
                                .stripTrailingZeros()
                                .toPlainString()))
                        .isIn(whole);
            });
        });
    }

    @Test
    void time_keys_miss_nothing_under_four_writers_and_a_moderator() throws Exception {
        String wall = "race" + System.nanoTime();
        api.post("/api/v1/manage/streams", "stream_key", wall, "stream_name", "Wall")
                .mustBe(200);
        String records = "/api/v1/streams/" + wall + "/records";
        String flags = "/api/v1/manage/streams/" + wall + "/records/flags";
        Set<Long> approved = ConcurrentHashMap.newKeySet();
        ConcurrentLinkedQueue<Long> waiting = new ConcurrentLinkedQueue<>();
        CountDownLatch writing = new CountDownLatch(WRITERS);
        CountDownLatch moderating = new CountDownLatch(1);
        List<Callable<Object>> all = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            String email = wall + "-" + writer + "@fans.example";
            all.add(() -> {
                for (int i = 0; i < EACH; i++) {
                    waiting.add(retried(records, "email", email, "name", "Jo", "caption", "n " + i)
                            .body()
                            .get("feed_record_id")
                            .asLong());
                }
                writing.countDown();
                return "";
            });
        }
        all.add(() -> {
            while (writing.getCount() > 0 || !waiting.isEmpty()) {
                Long id = waiting.poll();
                if (id == null) {
                    Thread.sleep(5);
                    continue;
                }
                retried(flags, "feed_record_ids", id, "is_approved", true);
                approved.add(id);
                if (id % 3 == 0) {
                    retried(flags, "feed_record_ids", id, "is_approved", false);
                    retried(flags, "feed_record_ids", id, "is_approved", true);
                }
            }
            moderating.countDown();
            return "";
        });
        Set<Long> seen = ConcurrentHashMap.newKeySet();
        all.add(() -> {
            String key = "0_0_0";
            boolean last = false;
            while (!last) {
                last = moderating.getCount() == 0;
                JsonNode page;
                do {
                    page = api.get(records, "min_time_key", key).mustBe(200).body();
                    page.get("data")
                            .forEach(row -> seen.add(row.get("feed_record_id").asLong()));
                    key = page.get("data").isEmpty()
                            ? key
                            : page.get("data")
                                    .valueStream()
                                    .toList()
                                    .getLast()
                                    .get("time_key")
                                    .asString();
                } while (!page.get("data").isEmpty());
            }
            return key;
        });
        String key = String.valueOf(together(all).getLast());
        assertThat(approved).hasSize(WRITERS * EACH);
        await().pollInSameThread().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            api.get(records, "min_time_key", key)
                    .mustBe(200)
                    .body()
                    .get("data")
                    .forEach(row -> seen.add(row.get("feed_record_id").asLong()));
            assertThat(seen).containsExactlyInAnyOrderElementsOf(approved);
        });
    }

    @Test
    void a_cursor_misses_nothing_under_four_writers() throws Exception {
        withDomain(() -> {
            api.post(TRACKERS, tracker(DOMAIN, "Cursor")).mustBe(200);
            long from = Instant.now().getEpochSecond() - 1;
            Set<String> sent = ConcurrentHashMap.newKeySet();
            CountDownLatch writing = new CountDownLatch(WRITERS);
            List<Callable<Object>> all = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                all.add(() -> {
                    for (int i = 0; i < (number % 2 == 0 ? CLICKS : EACH); i++) {
                        if (number % 2 == 0) {
                            sent.add(click("/t/Cursor", "V" + number + "-" + i));
                        } else {
                            String source = "s" + number + "-" + i;
                            answered(
                                    REPORTS,
                                    "[{\"purchase_event_name\": \"%1$s\", \"source_key\": \"%1$s\",".formatted(source)
                                            + " \"tracker_key\": \"Cursor\"}]");
                            sent.add(source);
                        }
                    }
                    writing.countDown();
                    return "";
                });
            }
            Set<String> seen = new LinkedHashSet<>();
            List<String> rows = new ArrayList<>();
            all.add(() -> {
                String cursor = "0";
                boolean last = false;
                while (!last) {
                    last = writing.getCount() == 0;
                    cursor = follow(from, cursor, rows);
                }
                return cursor;
            });
            String cursor = String.valueOf(together(all).getLast());
            List<String> after = new ArrayList<>();
            await().pollInSameThread().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                after.clear();
                follow(from, cursor, after);
                seen.clear();
                seen.addAll(rows);
                seen.addAll(after);
                assertThat(seen).containsExactlyInAnyOrderElementsOf(sent);
            });
            assertThat(rows.size() + after.size()).as("nothing comes twice").isEqualTo(sent.size());
        });
    }

    /** Reads on from a cursor. A click is shown by its uid, and a purchase by its name. */
    private String follow(long from, String cursor, List<String> rows) {
        String next = cursor;
        JsonNode page;
        do {
            page = api.get(TRACKERS + "/events", "start_timestamp", from, "end_timestamp", from + 3_600, "cursor", next)
                    .mustBe(200)
                    .body();
            page.get("records")
                    .forEach(row -> rows.add(
                            row.get("is_clicked").asBoolean()
                                    ? row.get("tracker_event_uid").asString()
                                    : row.get("purchase_event_name").asString()));
            next = page.at("/meta/cursor").asString();
        } while (!page.get("records").isEmpty());
        return next;
    }

    private Api.Answer retried(String path, Object... form) {
        Api.Answer answer = api.post(path, form);
        for (int again = 0; answer.status() == 503 && again < 20; again++) {
            answer = api.post(path, form);
        }
        return answer.mustBe(200);
    }

    private int answered(String path, String rows) {
        Api.Answer answer = api.postJson(path, rows);
        for (int again = 0; answer.status() == 503 && again < 20; again++) {
            answer = api.postJson(path, rows);
        }
        return answer.status();
    }

    private static String report(long fan, int number) {
        return """
                [{"purchase_event_name": "Gala", "fan_id": %d, "order_key": "contended", "purchase_amount": 1,
                  "source_key": "r%d"}]""".formatted(fan, number);
    }

    private static String ticket(int number) {
        return """
                [{"first_name": "Ada", "last_name": "L", "email": "buyer@x.example", "ticket_key": "t%d",
                  "network": "box", "purchase_timestamp": "%s", "paid_amount": 100, "num_seats": 1,
                  "event_date": "2026-05-01", "event_key": "gala", "event_name": "Gala", "order_key": "contended"}]
                """.formatted(
                        number,
                        DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")
                                .withZone(ZoneOffset.UTC)
                                .format(Instant.now().plusSeconds(1)));
    }

    private String click(String path, String visitor) {
        Api client = new Api(api.url(), Map.of("User-Agent", "Mozilla/5.0 (Windows NT 10.0) " + visitor));
        String location = await().pollInSameThread()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(9))
                .until(
                        () -> String.valueOf(client.get(path).mustBe(302).header("Location")),
                        found -> found.contains("tracker_click_uid="));
        return location.substring(location.indexOf('=') + 1);
    }

    private static Object[] tracker(String domain, String key) {
        return new Object[] {
            "virtual_domain", domain,
            "target_url", "https://shop.example/a",
            "tracker_name", "Poster",
            "tracker_group_name", "Spring",
            "tracker_key", key
        };
    }

    /** Gives the domain, which one account of the server can have, back at the end. */
    private void withDomain(Steps steps) throws Exception {
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .until(() -> api.post(DOMAINS, "virtual_domain", DOMAIN).status() == 200);
        try {
            steps.run();
        } finally {
            api.get(TRACKERS)
                    .body()
                    .valueStream()
                    .forEach(tracker -> api.delete("/api/v1/manage/trackers/"
                            + tracker.get("tracker_id").asLong()));
            api.delete(DOMAINS + "/" + DOMAIN).mustBe(200);
        }
    }
}
