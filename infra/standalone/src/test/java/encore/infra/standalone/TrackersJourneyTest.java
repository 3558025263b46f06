package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A shop makes trackers, visitors follow their links, and purchases belong to the clicks that they follow. */
class TrackersJourneyTest extends Journey {

    private static final String TRACKERS = "/api/v1/trackers";
    private static final String MANAGED = "/api/v1/manage/trackers/";
    private static final String DOMAINS = "/api/v1/manage/tracker_domains";
    private static final String REPORTS = "/api/v1/manage/tracker_events";
    private static final String DOMAIN = "127.0.0.1";
    private static final String BROWSER = "Mozilla/5.0 (Windows NT 10.0) ";

    @Test
    void clicks_and_purchases_are_counted_for_their_tracker() {
        withDomain(() -> {
            JsonNode made = create("tracker_name", "Poster", "purchase_event_wildcard", "Gala*");
            long tracker = made.get("tracker_id").asLong();
            String path = "/t/" + made.get("tracker_key").asString();
            long before = Instant.now().getEpochSecond();
            List<String> clicks =
                    List.of(click(path + "?utm_source=mail", "Ann"), click(path, "Bob"), click(path, "Cid"));
            assertThat(click(path, "Ann")).isEqualTo(clicks.getFirst());
            visitor("Googlebot").get(path).mustBe(302);

            api.postJson(REPORTS, """
                            [{"purchase_event_name": "Gala night", "tracker_click_uid": "%s", "purchase_amount": 20.5,
                              "order_key": "o-1", "source_key": "s-1", "ip_address": "192.0.2.77"},
                             {"purchase_event_name": "gala day", "tracker_click_uid": "%s", "purchase_amount": 10,
                              "order_key": "o-1", "quantity": 2},
                             {"purchase_event_name": "Other", "tracker_click_uid": "%s", "purchase_amount": 99},
                             {"purchase_event_name": "Gala", "tracker_key": "%s", "purchase_amount": 5, "currency": "EUR"},
                             {"purchase_event_name": "Gala", "tracker_click_uid": "nobody", "purchase_amount": 7}]""".formatted(
                                    clicks.get(0),
                                    clicks.get(1),
                                    clicks.get(2),
                                    made.get("tracker_key").asString()))
                    .mustBe(200);
            JsonNode again = api.postJson(
                            REPORTS, "[{\"purchase_event_name\": \"Gala night\", \"source_key\": \"s-1\"}]")
                    .mustBe(200)
                    .body();
            assertThat(again.get(0).get("is_known").asBoolean()).isTrue();

            JsonNode row = api.get(TRACKERS + "/" + tracker).mustBe(200).body();
            assertThat(row.get("total_tracker_click_count").asLong()).isEqualTo(3);
            assertThat(row.get("attributed_purchase_count").asLong()).isEqualTo(2);
            assertThat(row.get("attributed_purchase_amount").decimalValue()).isEqualByComparingTo("30.5");
            assertThat(row.get("tracker_url").asString()).isEqualTo("https://" + DOMAIN + path);
            JsonNode managed = api.get(MANAGED + tracker).mustBe(200).body();
            assertThat(managed.at("/amounts/EUR").decimalValue()).isEqualByComparingTo("5");

            List<JsonNode> events = events(before);
            assertThat(events.stream().filter(event -> event.get("is_clicked").asBoolean()))
                    .extracting(event -> event.get("tracker_event_uid").asString())
                    .containsExactlyElementsOf(clicks);
            JsonNode first = events.getFirst();
            assertThat(first.get("device_type").asString()).isEqualTo("desktop");
            assertThat(first.at("/url_param_props/utm_source").asString()).isEqualTo("mail");
            assertThat(first.get("ip_address").asString()).isEqualTo("127.0.0.1");
            assertThat(events.stream()
                            .filter(event -> event.get("tracker_id").asLong() == tracker
                                    && !event.get("is_clicked").asBoolean()))
                    .hasSize(3);
            assertThat(events.stream()
                            .filter(event ->
                                    event.path("ip_address").asString("").equals("192.0.2.77")))
                    .hasSize(1);

            String today = LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.ofPattern("MM/dd/yy"));
            assertThat(api.get(TRACKERS, "min_creation_date", today).mustBe(200).text())
                    .contains("\"Poster\"");
            assertThat(api.get(TRACKERS, "max_creation_date", "01/31/20")
                            .mustBe(200)
                            .body()
                            .size())
                    .isZero();
            api.delete(DOMAINS + "/" + DOMAIN).mustBe(400);
            api.delete(MANAGED + tracker).mustBe(200);
            await().pollInSameThread().until(() -> visitor("Dan").get(path).status() == 404);
            api.get(TRACKERS + "/" + tracker).mustBe(404);
        });
    }

    @Test
    void a_personal_link_brings_the_purchases_of_its_fan() {
        withDomain(() -> {
            long fan = api.fan("ann@x.example");
            long other = api.fan("bob@x.example");
            JsonNode made = create("tracker_name", "Letter");
            long tracker = made.get("tracker_id").asLong();
            JsonNode links = api.postJson(MANAGED + tracker + "/links", "{\"fan_ids\": [" + fan + "]}")
                    .mustBe(200)
                    .body();
            api.postJson(MANAGED + tracker + "/links", "{\"fan_ids\": [1]}").mustBe(400);
            String url = links.get(0).get("tracker_url").asString();
            long before = Instant.now().getEpochSecond();
            String click = click(url.substring(url.indexOf("/t/")), "Ann again");
            buy("k-1", "o-1", "ann@x.example", Instant.now(), "12.5");
            buy("k-2", "o-2", "ann@x.example", Instant.now().minusSeconds(3_600), "100");
            buy("k-3", "o-3", "bob@x.example", Instant.now(), "100");
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(numbers(tracker)).isEqualTo("1 12.5"));
            // The shop reports the same order: it counts once.
            report(fan, "o-1", "12.5");
            report(fan, "o-9", "3");
            report(other, "o-10", "50");
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(numbers(tracker)).isEqualTo("2 15.5"));
            buy("k-1", "o-1", "ann@x.example", Instant.now(), "20");
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(numbers(tracker)).isEqualTo("2 23"));
            assertThat(ofOrder("o-1", before)).hasSize(1);
            // A report without a fan has no tracker until the order is imported.
            api.post(
                            "/api/v1/manage/tracker_events",
                            "tracker_events",
                            "[{\"purchase_event_name\": \"Gala\", \"order_key\": \"o-20\", \"purchase_amount\": 7}]")
                    .mustBe(200);
            assertThat(ofOrder("o-20", before)).hasSize(1);
            buy("k-20", "o-20", "ann@x.example", Instant.now(), "7");
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(numbers(tracker)).isEqualTo("3 30"));
            assertThat(ofOrder("o-20", before)).hasSize(1);
            JsonNode clicked = events(before).getFirst();
            assertThat(clicked.get("fan_id").asLong()).isEqualTo(fan);
            assertThat(clicked.get("tracker_click_uid").asString()).isEqualTo(click);

            api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
            JsonNode erased = events(before).getFirst();
            assertThat(erased.get("ip_address").isNull()).isTrue();
            assertThat(erased.get("fan_id").asLong()).isEqualTo(fan);
            assertThat(click(url.substring(url.indexOf("/t/")), "After")).isNotEqualTo(click);
            List<JsonNode> all = events(before);
            assertThat(all.getLast().get("fan_id").isNull()).isTrue();
        });
    }

    @Test
    void a_key_is_taken_once_and_a_follower_misses_nothing() {
        withDomain(() -> {
            List<Integer> statuses = together(IntStream.range(0, 16)
                    .<Callable<Integer>>mapToObj(i ->
                            () -> api.post(TRACKERS, form("tracker_name", "T" + i, "tracker_key", "Contended"))
                                    .status())
                    .toList());
            assertThat(statuses.stream().filter(status -> status == 200)).hasSize(1);
            assertThat(statuses.stream().filter(status -> status == 400)).hasSize(15);
            long before = Instant.now().getEpochSecond();
            List<String> clicks = together(IntStream.range(0, 32)
                    .<Callable<String>>mapToObj(i -> () -> click("/t/Contended", "Visitor " + i))
                    .toList());
            assertThat(events(before))
                    .extracting(event -> event.get("tracker_event_uid").asString())
                    .containsExactlyInAnyOrderElementsOf(clicks);
            JsonNode key = api.get(TRACKERS + "/events", "start_timestamp", before, "end_timestamp", before + 3_600)
                    .body();
            String cursor = key.at("/meta/cursor").asString();
            assertThat(follow(before, cursor)).isEmpty();
            String late = click("/t/Contended", "Late");
            assertThat(follow(before, cursor))
                    .extracting(event -> event.get("tracker_event_uid").asString())
                    .containsExactly(late);
        });
    }

    @Test
    void wrong_values_change_nothing() {
        withDomain(() -> {
            refused(api.post(TRACKERS, form("target_url", "javascript:alert(1)")), "target_url");
            for (String loop : List.of("/t/abc", "/x/../t/abc", "./t/abc", "/%74/abc", "//t/abc")) {
                refused(api.post(TRACKERS, form("target_url", "https://" + DOMAIN + loop)), "target_url");
                refused(
                        api.post(
                                "/api/v1/ent/businesses/" + api.business("Club") + "/quests",
                                "quest_title",
                                "Shop",
                                "quest_type",
                                "link_url",
                                "link_url",
                                "https://" + DOMAIN + loop),
                        "link_url");
            }
            for (String repaired : List.of("https:///x.example", "https://a\\@x.example", "https://u:p@x.example")) {
                refused(api.post(TRACKERS, form("target_url", repaired)), "target_url");
            }
            refused(api.post(TRACKERS, form("virtual_domain", "foreign.example")), "virtual_domain");
            refused(api.post(TRACKERS, form("page_tab_id", 17)), "page_tab_id");
            refused(api.post(DOMAINS, "virtual_domain", DOMAIN), "virtual_domain");
            refused(
                    api.postJson(REPORTS, "[{\"purchase_event_name\": \"A\", \"tracker_key\": \"nobody\"}]"),
                    "tracker_key");
            refused(api.postJson(REPORTS, "[{\"purchase_event_name\": \"A\", \"fan_id\": 17}]"), "fan_id");
            refused(api.get(TRACKERS, "min_creation_date", "2026-01-01"), "min_creation_date");
            api.post(MANAGED + 17, "attribution_days", 3).mustBe(404);
            assertThat(api.get(TRACKERS).mustBe(200).body().size()).isZero();
        });
    }

    /** Gives the domain, which one account of the server can have, back at the end. */
    private void withDomain(Steps steps) {
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .until(() -> api.post(DOMAINS, "virtual_domain", DOMAIN).status() == 200);
        try {
            steps.run();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        } finally {
            api.get(TRACKERS)
                    .body()
                    .valueStream()
                    .forEach(tracker ->
                            api.delete(MANAGED + tracker.get("tracker_id").asLong()));
            api.delete(DOMAINS + "/" + DOMAIN).mustBe(200);
        }
    }

    private interface Steps {
        void run() throws Exception;
    }

    private JsonNode create(Object... pairs) {
        return api.post(TRACKERS, form(pairs)).mustBe(200).body();
    }

    /** The required parameters, unless they are among the pairs. */
    private static Object[] form(Object... pairs) {
        List<Object> all = new ArrayList<>(List.of(pairs));
        Map.of(
                        "virtual_domain", DOMAIN,
                        "target_url", "https://shop.example/a",
                        "tracker_name", "Poster",
                        "tracker_group_name", "Spring")
                .forEach((name, value) -> {
                    if (!all.contains(name)) {
                        all.addAll(List.of(name, value));
                    }
                });
        return all.toArray();
    }

    private Api visitor(String name) {
        return new Api(api.url(), Map.of("User-Agent", BROWSER + name));
    }

    /** Follows a link again while its click is under way: the same visitor makes no second click within ten seconds. */
    private String click(String path, String visitor) {
        Api client = visitor(visitor);
        String location = await().pollInSameThread()
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(9))
                .until(
                        () -> String.valueOf(client.get(path).mustBe(302).header("Location")),
                        found -> found.contains("tracker_click_uid="));
        return location.substring(location.indexOf('=') + 1);
    }

    private List<JsonNode> events(long from) {
        return follow(from, "0");
    }

    private List<JsonNode> follow(long from, String cursor) {
        return api.get(TRACKERS + "/events", "start_timestamp", from, "end_timestamp", from + 3_600, "cursor", cursor)
                .mustBe(200)
                .body()
                .get("records")
                .valueStream()
                .toList();
    }

    private List<JsonNode> ofOrder(String order, long since) {
        return events(since).stream()
                .filter(event -> event.path("order_key").asString("").equals(order))
                .toList();
    }

    private void buy(String key, String order, String email, Instant at, String amount) {
        api.post(
                        "/api/v1/crm/purchases",
                        "network",
                        "shop",
                        "purchase_key",
                        key,
                        "order_key",
                        order,
                        "email",
                        email,
                        "order_timestamp",
                        at.getEpochSecond(),
                        "gross_sale_amount",
                        amount,
                        "net_sale_amount",
                        amount,
                        "merchant_key",
                        "m1",
                        "product_name",
                        "Gala",
                        "location_key",
                        "hall")
                .mustBe(200);
    }

    private void report(long fan, String order, String amount) {
        api.postJson(
                        REPORTS,
                        "[{\"purchase_event_name\": \"Gala\", \"fan_id\": %d, \"order_key\": \"%s\", \"purchase_amount\": %s}]"
                                .formatted(fan, order, amount))
                .mustBe(200);
    }

    private String numbers(long tracker) {
        JsonNode row = api.get(TRACKERS + "/" + tracker).mustBe(200).body();
        return row.get("attributed_purchase_count").asLong() + " "
                + row.get("attributed_purchase_amount")
                        .decimalValue()
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).endsWith(field);
    }
}
