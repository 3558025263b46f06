package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import encore.infra.standalone.Api.Answer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Who registered for what, and who came: whichever is told first, a scan is of the fan who registered. */
class RegistrationsJourneyTest extends Journey {

    private static final String ALL = "/api/v1/crm/registrations";
    private static final String FANS = "/api/v1/crm/fans/";
    private static final String SCANS = "/api/v1/manage/scans";

    @Test
    void a_registration_makes_its_fan_once_and_a_scan_before_or_after_is_of_that_fan() throws Exception {
        scan("early", "\"barcode\": \"b1\"");
        assertThat(scans().at("/data/0/fan_id").isNull()).isTrue();
        JsonNode made = register("k1", "ada@door.example", "barcode", "b1", "is_subscribed", true);
        long ada = made.get("fan_id").asLong();
        scan("late", "\"registration_key\": \"k1\"");
        assertThat(scan("late", "\"registration_key\": \"k1\"")
                        .at("/0/is_duplicate")
                        .asBoolean())
                .isTrue();
        JsonNode found = scans();
        assertThat(found.get("data").valueStream().map(row -> row.get("fan_id").asLong()))
                .containsExactly(ada, ada);
        JsonNode row = found.at("/data/0");
        // The call names the days of the recording, not those of the scan.
        assertThat(row.get("creation_timestamp").asLong())
                .isCloseTo(Instant.now().getEpochSecond(), within(600L));
        assertThat(row.get("pii_source").asString()).isEqualTo("registration");
        assertThat(row.get("registration_key").asString()).isEqualTo("k1");
        assertThat(row.get("email").asString()).isEqualTo("ada@door.example");
        assertThat(row.get("event_name").asString()).isEqualTo("Gala");
        assertThat(scans("event_date", "2026-05-02").get("data")).isEmpty();
        assertThat(scans("event_date", "2026-05-01", "next_scan_key", row.get("scan_key"))
                        .get("data"))
                .hasSize(1);

        api.post(FANS + ada, "is_subscribed", false).mustBe(200);
        long before = mark();
        register("k1", "ada@door.example", "barcode", "b1", "is_subscribed", true);
        nothingIsRecordedSince(before);
        assertThat(api.get(FANS + ada).mustBe(200).body().get("is_subscribed").asBoolean())
                .isFalse();
        JsonNode listed = api.get(ALL, "email", "ada@door.example").mustBe(200).body();
        assertThat(listed.at("/meta/count").asInt()).isEqualTo(1);
        assertThat(listed.at("/data/0/is_subscribed").asBoolean()).isTrue();
    }

    @Test
    void line_ends_tabs_and_blanks_that_a_scanner_appends_are_no_part_of_a_code() throws Exception {
        JsonNode made = register("k1\r\n", "ada@door.example", "barcode", "b1 \t", "order_key", "o1\n");
        assertThat(made.get("registration_key").asString()).isEqualTo("k1");
        long before = mark();
        register("k1", "ada@door.example", "barcode", "b1", "order_key", "o1");
        nothingIsRecordedSince(before);
        assertThat(scan("first", "\"barcode\": \"b1\\n\"").at("/0/is_duplicate").asBoolean())
                .isFalse();
        assertThat(scan("first\\r\\n", "\"barcode\": \"b1\"")
                        .at("/0/is_duplicate")
                        .asBoolean())
                .isTrue();
        assertThat(scans().at("/data/0/fan_id")).isEqualTo(made.get("fan_id"));
        for (String name : List.of("registration_key", "barcode", "lookup_id", "ticket_key", "order_key")) {
            boolean isKey = name.equals("registration_key");
            Object[] wrong = isKey ? form("a\tb", "ada@door.example") : form("k2", "ada@door.example", name, "a\tb");
            isRefused(api.post(ALL, wrong), name);
        }
        String identifiers = FANS + made.get("fan_id").asLong() + "/identifiers";
        api.post(identifiers, "network", "wristband", "identifier_value", "w1 \n")
                .mustBe(200);
        assertThat(api.get(identifiers)
                        .mustBe(200)
                        .body()
                        .at("/0/identifier_value")
                        .asString())
                .isEqualTo("w1");
        isRefused(api.post(identifiers, "network", "wristband", "identifier_value", "w\n1"), "identifier_value");
    }

    private static void isRefused(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }

    @Test
    void the_consent_of_a_new_registration_counts_for_its_fan_however_the_fan_is_named() {
        List<Object> optOut = List.of("is_subscribed", false, "is_phone_subscribed", true, "birth_date", "1990-02-03");
        long found = api.fan("ada@door.example");
        long named = api.fan("bea@door.example");
        long inPath = api.fan("cyd@door.example");
        for (long fan : List.of(found, named, inPath)) {
            api.post(FANS + fan, "is_subscribed", true, "country_code", "DE").mustBe(200);
        }
        register("k1", "ada@door.example", optOut.toArray());
        List<Object> ofBea = new ArrayList<>(optOut);
        ofBea.addAll(List.of("fan_id", named, "country_code", "FR", "city", "Paris"));
        register("k2", "other@door.example", ofBea.toArray());
        api.post(FANS + inPath + "/registrations", form("k3", "ada@door.example", optOut.toArray()))
                .mustBe(200);
        for (long fan : List.of(found, named, inPath)) {
            JsonNode row = api.get(FANS + fan).mustBe(200).body();
            assertThat(row.get("is_subscribed").asBoolean(true)).isFalse();
            assertThat(row.get("is_phone_subscribed").asBoolean(false)).isTrue();
            assertThat(row.get("birth_date").asString()).isEqualTo("1990-02-03");
            assertThat(row.get("last_name").asString()).isEqualTo("Lee");
            assertThat(row.get("country_code").asString()).isEqualTo("DE");
            assertThat(row.get("city").isNull()).isTrue();
        }
        assertThat(api.get(FANS + named).body().get("email").asString()).isEqualTo("bea@door.example");
        assertThat(api.get(FANS + inPath).body().get("email").asString()).isEqualTo("cyd@door.example");
    }

    @Test
    void a_named_fan_decides_and_an_erased_one_stays_without_anything_personal() throws Exception {
        long ada = api.fan("ada@door.example");
        long bea = api.fan("bea@door.example");
        JsonNode array = api.post(FANS + bea + "/registrations", form("k1", "ada@door.example", "lookup_id", "l1"))
                .mustBe(200)
                .body();
        assertThat(array.at("/0/fan_id").asLong()).isEqualTo(bea);
        assertThat(api.get(FANS + bea + "/registrations").mustBe(200).body()).hasSize(1);
        assertThat(api.get(FANS + ada + "/registrations").mustBe(200).body()).isEmpty();
        scan("s1", "\"lookup_id\": \"l1\"");

        api.delete(FANS + bea).mustBe(200);
        JsonNode left =
                api.get(FANS + bea + "/registrations").mustBe(200).body().get(0);
        JsonNode scan = scans().at("/data/0");
        for (JsonNode row : List.of(left, scan)) {
            assertThat(row.get("fan_id").asLong()).isEqualTo(bea);
            assertThat(row.get("registration_key").asString()).isEqualTo("k1");
            for (String personal : List.of("email", "first_name", "last_name", "phone", "country_code")) {
                assertThat(row.get(personal).isNull()).as(personal).isTrue();
            }
        }
        long before = mark();
        assertThat(register("k1", "cyd@door.example").get("fan_id").asLong()).isEqualTo(bea);
        nothingIsRecordedSince(before);
        api.post(FANS + bea + "/registrations", form("k2", "bea@door.example")).mustBe(404);
        assertThat(api.post(ALL, form("k2", "bea@door.example", "fan_id", bea))
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("fan_id");
    }

    @Test
    void scans_and_their_registrations_at_the_same_moment_are_linked_once() throws Exception {
        int many = 120;
        List<Callable<JsonNode>> calls = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            String key = "k" + i;
            calls.add(() -> register(key, key + "@door.example"));
            if (i % 20 == 0) {
                String rows = IntStream.range(i, i + 20)
                        .mapToObj(k -> row("s" + k, "\"registration_key\": \"k" + k + "\""))
                        .collect(Collectors.joining(","));
                calls.add(() -> api.postJson(SCANS, "{\"scans\": [" + rows + "]}")
                        .mustBe(200)
                        .body());
            }
        }
        Map<String, Long> fans = new HashMap<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            for (Future<JsonNode> one : threads.invokeAll(calls)) {
                JsonNode answer = one.get();
                if (answer.isObject()) {
                    fans.put(
                            answer.get("registration_key").asString(),
                            answer.get("fan_id").asLong());
                }
            }
        }
        JsonNode rows = scans().get("data");
        assertThat(rows).hasSize(many);
        assertThat(rows.valueStream()
                        .collect(Collectors.toMap(
                                row -> row.get("registration_key").asString(),
                                row -> row.get("fan_id").asLong())))
                .isEqualTo(fans);
    }

    @Test
    void a_ticket_that_was_scanned_before_it_was_sold_or_after_shows_its_fan_and_a_registration_comes_first() {
        scan("early", "\"ticket_key\": \"t1\"");
        long ada = sold("ada@door.example", "t1");
        api.postJson("/api/v1/manage/tickets", """
                {"tickets": [{"network": "door", "ticket_key": "t1", "barcode": "b9"}]}""").mustBe(200);
        scan("late", "\"barcode\": \"b9\"");
        JsonNode rows = scans().get("data");
        assertThat(rows.valueStream().map(row -> row.get("fan_id").asLong())).containsExactly(ada, ada);
        JsonNode row = rows.get(0);
        assertThat(row.get("pii_source").asString()).isEqualTo("ticket");
        assertThat(row.get("barcode").asString()).isEqualTo("b9");
        assertThat(row.get("email").asString()).isEqualTo("ada@door.example");
        assertThat(row.get("event_name").asString()).isEqualTo("Gala");
        assertThat(row.get("first_name").asString()).isEqualTo("Ada");

        long bea = register("k1", "bea@door.example", "barcode", "b9")
                .get("fan_id")
                .asLong();
        scan("both", "\"ticket_key\": \"t1\", \"barcode\": \"b9\"");
        assertThat(scans().get("data")
                        .valueStream()
                        .map(one -> one.get("fan_id").asLong()))
                .containsExactly(ada, ada, bea);
        api.delete(FANS + ada).mustBe(200);
        JsonNode left = scans().at("/data/0");
        assertThat(left.get("fan_id").asLong()).isEqualTo(ada);
        assertThat(left.get("ticket_key").asString()).isEqualTo("t1");
        assertThat(List.of(left.get("email").isNull(), left.get("first_name").isNull()))
                .containsExactly(true, true);
    }

    @Test
    void registrations_are_of_the_performance_that_their_event_is_linked_with() {
        register("k1", "ada@door.example", "event_key", "gala");
        register("k2", "bea@door.example", "event_key", "ball");
        String event = api.post(
                        "/api/v1/crm/tickets/events",
                        "network",
                        "door",
                        "event_key",
                        "gala",
                        "event_name",
                        "Gala",
                        "event_date",
                        "2026-05-01",
                        "venue_name",
                        "Hall")
                .mustBe(200)
                .body()
                .get("event_uid")
                .asString();
        assertThat(api.get(ALL).mustBe(200).body().at("/data/0/performance_uid").isNull())
                .isTrue();
        String performance = api.post(
                        "/api/v1/ent/performances", "performance_name", "Gala", "performance_date", "2026-05-01")
                .mustBe(200)
                .body()
                .get("performance_uid")
                .asString();
        api.post("/api/v1/manage/ticket_events/" + event, "performance_uid", performance)
                .mustBe(200);
        JsonNode found =
                api.get(ALL, "performance_uid", performance).mustBe(200).body().get("data");
        assertThat(found.valueStream().map(row -> row.get("registration_key").asString()))
                .containsExactly("k1");
        assertThat(api.get(ALL, "email", "ada@door.example")
                        .mustBe(200)
                        .body()
                        .at("/data/0/performance_uid")
                        .asString())
                .isEqualTo(performance);
        assertThat(api.get(ALL, "performance_uid", "none").mustBe(200).body().get("data"))
                .isEmpty();
    }

    @Test
    void a_caller_that_pages_while_four_write_misses_no_scan_and_sees_none_twice() throws Exception {
        int writers = 4;
        int calls = 15;
        List<Long> seen = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(writers)) {
            List<Future<?>> running = new ArrayList<>();
            for (int w = 0; w < writers; w++) {
                int writer = w;
                running.add(threads.submit(() -> IntStream.range(0, calls)
                        .forEach(call ->
                                api.postJson(SCANS, rows(writer + "-" + call)).mustBe(200))));
            }
            JsonNode next = null;
            boolean written;
            JsonNode page;
            do {
                written = running.stream().allMatch(Future::isDone);
                page = next == null ? scans() : scans("next_scan_key", next.asString());
                page.get("data").forEach(row -> seen.add(row.get("scan_key").asLong()));
                next = page.at("/meta/next_scan_key").isNull() ? next : page.at("/meta/next_scan_key");
            } while (!written || !page.get("data").isEmpty());
            for (Future<?> one : running) {
                one.get();
            }
        }
        assertThat(seen).isSorted().doesNotHaveDuplicates().hasSize(writers * calls * 5);
    }

    private static String rows(String call) {
        return IntStream.range(0, 5)
                .mapToObj(i -> row(call + "-" + i, "\"barcode\": \"b" + call + i + "\""))
                .collect(Collectors.joining(",", "{\"scans\": [", "]}"));
    }

    private long sold(String email, String key) {
        return api.post(
                        "/api/v1/crm/tickets",
                        "email",
                        email,
                        "first_name",
                        "Ada",
                        "last_name",
                        "Lee",
                        "network",
                        "door",
                        "ticket_key",
                        key,
                        "event_key",
                        "gala",
                        "event_name",
                        "Gala",
                        "event_date",
                        "2026-05-01",
                        "purchase_timestamp",
                        "2026-01-01 10:00:00",
                        "paid_amount",
                        "50",
                        "num_seats",
                        2)
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }

    private JsonNode register(String key, String email, Object... more) {
        return api.post(ALL, form(key, email, more)).mustBe(200).body();
    }

    private static Object[] form(String key, String email, Object... more) {
        List<Object> form = new ArrayList<>(List.of(
                "registration_key",
                key,
                "email",
                email,
                "first_name",
                "Ada",
                "last_name",
                "Lee",
                "event_name",
                "Gala",
                "event_date",
                "2026-05-01",
                "registration_timestamp",
                "2026-04-01 10:00:00",
                "network",
                "door"));
        form.addAll(List.of(more));
        return form.toArray();
    }

    private JsonNode scan(String source, String code) {
        return api.postJson(SCANS, "{\"scans\": [" + row(source, code) + "]}")
                .mustBe(200)
                .body();
    }

    private static String row(String source, String code) {
        return """
                {"network": "door", "source_key": "%s", "scan_timestamp": "2026-05-01 20:00:00",
                 "scan_group_name": "Main Gate", %s}
                """.formatted(source, code);
    }

    private JsonNode scans(Object... more) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        List<Object> query = new ArrayList<>(List.of(
                "network",
                "door",
                "scan_group_name_prefix",
                "main",
                "start_date",
                today.minusDays(1),
                "end_date",
                today.plusDays(1)));
        query.addAll(List.of(more));
        return api.get(ALL + "/scans", query.toArray()).mustBe(200).body();
    }
}
