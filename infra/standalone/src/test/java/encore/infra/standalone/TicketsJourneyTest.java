package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tickets as a ticketing network tells of them, night after night: saved with their fans and events, and counted. */
class TicketsJourneyTest extends Journey {

    private static final String TICKETS = "/api/v1/crm/tickets";
    private static final String BULK = "/api/v1/crm/bulk_tickets";
    private static final String EVENTS = TICKETS + "/events";
    private static final String MANAGED = "/api/v1/manage/ticket_events/";
    private static final String STATS = "/api/v1/crm/ticket_stats";
    private static final String FANS = "/api/v1/crm/fans/";

    @Test
    void a_ticket_makes_its_fan_and_its_event_and_a_repeat_changes_neither() {
        JsonNode ada = save("Ada@fans.example", "t1", "is_subscribed", true, "country_code", "US", "city", "Boston");
        assertThat(ada.get("status").asString()).isEqualTo("success");
        assertThat(ada.get("ticket_key").asString()).isEqualTo("t1");
        long fan = ada.get("fan_id").asLong();
        JsonNode record = api.get(FANS + fan).mustBe(200).body();
        assertThat(record.get("city").asString()).isEqualTo("Boston");
        assertThat(record.get("is_subscribed").asBoolean()).isTrue();
        api.post(FANS + fan, "is_subscribed", false).mustBe(200);

        JsonNode again = save("ada@fans.example", "t1", "is_subscribed", true, "paid_amount", "40.5", "city", "Salem");
        assertThat(again.get("status").asString()).isEqualTo("duplicate");
        assertThat(again.get("ticket_id")).isEqualTo(ada.get("ticket_id"));
        record = api.get(FANS + fan).mustBe(200).body();
        assertThat(record.get("is_subscribed").asBoolean()).isFalse();
        assertThat(record.get("city").asString()).isEqualTo("Boston");

        JsonNode ticket = one(ada);
        assertThat(ticket.get("email").asString()).isEqualTo("ada@fans.example");
        assertThat(ticket.get("paid_amount").decimalValue()).isEqualByComparingTo("40.5");
        assertThat(ticket.get("original_paid_amount").decimalValue()).isEqualByComparingTo("50");
        assertThat(ticket.get("event_date").asString()).isEqualTo("2026-05-01");
        assertThat(ticket.get("purchase_timestamp").asLong()).isEqualTo(1767261600L);
        assertThat(ticket.get("city").asString()).isEqualTo("Salem");
        assertThat(ticket.get("creation_timestamp").asString()).endsWith("Z");
        assertThat(ticket.get("status").asString()).isEqualTo("active");

        JsonNode events = api.get(EVENTS).mustBe(200).body();
        assertThat(events.at("/meta/count").asInt()).isEqualTo(1);
        assertThat(events.at("/data/0/event_key").asString()).isEqualTo("gala");
        assertThat(events.at("/data/0/is_placeholder").asBoolean()).isTrue();
    }

    @Test
    void another_email_moves_a_ticket_and_an_erased_fans_stays_where_it_is() throws Exception {
        JsonNode ada = save("ada@fans.example", "t1");
        long first = ada.get("fan_id").asLong();
        long bob = api.fan("bob@fans.example");
        JsonNode moved = save("bob@fans.example", "t1", "is_subscribed", true);
        assertThat(moved.get("fan_id").asLong()).isEqualTo(bob);
        assertThat(moved.get("ticket_id")).isEqualTo(ada.get("ticket_id"));
        assertThat(api.get(FANS + bob).mustBe(200).body().get("is_subscribed").asBoolean())
                .isFalse();
        api.delete(FANS + first).mustBe(200);
        assertThat(one(ada).get("email").asString()).isEqualTo("bob@fans.example");

        api.delete(FANS + bob).mustBe(200);
        JsonNode erased = one(ada);
        assertThat(erased.get("email").isNull()).isTrue();
        assertThat(erased.get("fan_id").asLong()).isEqualTo(bob);
        assertThat(erased.get("paid_amount").decimalValue()).isEqualByComparingTo("50");
        long before = mark();
        JsonNode again = save("bob@fans.example", "t1");
        assertThat(again.get("status").asString()).isEqualTo("duplicate");
        assertThat(again.get("fan_id").asLong()).isEqualTo(bob);
        nothingIsRecordedSince(before);
        assertThat(api.get("/api/v1/crm/fans", "name", "bob@fans.example")
                        .mustBe(200)
                        .body()
                        .get("data"))
                .isEmpty();
        assertThat(stats("2026-01-01", "2026-01-31").get("revenue").decimalValue())
                .isEqualByComparingTo("50");
    }

    @Test
    void a_bulk_call_is_whole_or_names_what_is_wrong_and_answers_in_order() {
        JsonNode refused = api.postJson(
                        BULK,
                        "[" + row("a@fans.example", "b1") + ","
                                + row("b@fans.example", "b2").replace("\"event_key\": \"gala\",", "") + "]")
                .mustBe(400)
                .body();
        assertThat(refused.at("/errors/0/field").asString()).isEqualTo("tickets[1].event_key");
        refused = api.postJson(BULK, "[" + row("a@fans.example", "b1") + "," + row("nobody", "b2") + "]")
                .mustBe(400)
                .body();
        assertThat(refused.at("/errors/0/field").asString()).isEqualTo("tickets[1].email");
        assertThat(api.get(TICKETS).mustBe(200).body().get("data")).isEmpty();

        JsonNode saved = api.postJson(
                        BULK,
                        "{\"tickets\": [" + row("a@fans.example", "b1") + "," + row("b@fans.example", "b2") + ","
                                + row("a@fans.example", "b1") + "," + row("a@fans.example", "b3") + "]}")
                .mustBe(200)
                .body();
        assertThat(saved.valueStream().map(one -> one.get("status").asString()))
                .containsExactly("success", "success", "duplicate", "success");
        assertThat(saved.at("/2/ticket_id")).isEqualTo(saved.at("/0/ticket_id"));
        assertThat(saved.at("/3/fan_id")).isEqualTo(saved.at("/0/fan_id"));
        List<Long> ids = ids(api.get(TICKETS, "limit", 2).mustBe(200).body());
        assertThat(ids).hasSize(2);
        assertThat(ids(api.get(TICKETS, "max_ticket_id", ids.getLast())
                        .mustBe(200)
                        .body()))
                .hasSize(1);
        assertThat(ids(api.get(TICKETS, "email", "A@fans.example", "data", "fan")
                        .mustBe(200)
                        .body()))
                .hasSize(2);
        assertThat(ids(api.get(TICKETS, "email", "z@fans.example").mustBe(200).body()))
                .isEmpty();
    }

    /** A 503 says that it may be tried again, which the key makes safe; 64 on one claim try a slow machine's patience. */
    private JsonNode sold(String rows) {
        Api.Answer answer = api.postJson(BULK, rows);
        for (int again = 0; answer.status() == 503 && again < 10; again++) {
            answer = api.postJson(BULK, rows);
        }
        return answer.mustBe(200).body().get(0);
    }

    @Test
    void one_key_and_one_email_sent_64_times_are_one_ticket_of_one_fan() throws Exception {
        List<Callable<JsonNode>> calls = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            String key = i % 2 == 0 ? "same" : "k" + i;
            calls.add(() -> sold("[" + row("new@fans.example", key) + "]"));
        }
        List<JsonNode> answers = together(calls);
        assertThat(answers.stream().map(one -> one.get("fan_id").asLong()).distinct())
                .hasSize(1);
        assertThat(answers.stream()
                        .filter(one -> one.get("ticket_key").asString().equals("same"))
                        .map(one -> one.get("ticket_id").asLong())
                        .distinct())
                .hasSize(1);
        assertThat(api.get(TICKETS, "limit", 100).mustBe(200).body().get("data"))
                .hasSize(33);
        assertThat(api.get(EVENTS).mustBe(200).body().at("/meta/count").asInt()).isEqualTo(1);
    }

    @Test
    void new_buyers_change_with_tickets_imported_late_deleted_or_excluded() {
        save("ada@fans.example", "t1", "num_seats", 3);
        save(
                "bob@fans.example",
                "t2",
                "purchase_timestamp",
                "2026-02-01 10:00:00",
                "event_key",
                "ball",
                "event_name",
                "Ball");
        save(
                "ada@fans.example",
                "t3",
                "purchase_timestamp",
                "2026-02-02 10:00:00",
                "event_key",
                "ball",
                "event_name",
                "Ball");
        assertThat(counts(stats("2026-02-01", "2026-02-28"))).containsExactly(1L, 1L, 2L, 4L);
        assertThat(counts(stats("2026-01-01", "2026-02-28"))).containsExactly(0L, 2L, 3L, 7L);
        assertThat(counts(stats("2026-01-01", "2026-02-28", "event_specific", true)))
                .containsExactly(1L, 2L, 3L, 7L);
        assertThat(counts(stats("2026-01-01", "2026-02-28", "event_key", "gala")))
                .containsExactly(0L, 1L, 1L, 3L);

        save("bob@fans.example", "t4", "purchase_timestamp", "2025-12-01 10:00:00");
        assertThat(counts(stats("2026-02-01", "2026-02-28"))).containsExactly(2L, 0L, 2L, 4L);
        save("bob@fans.example", "t4", "is_deleted", true);
        assertThat(counts(stats("2026-02-01", "2026-02-28"))).containsExactly(1L, 1L, 2L, 4L);
        save("bob@fans.example", "t4", "purchase_timestamp", "2025-12-01 10:00:00");
        assertThat(counts(stats("2025-12-01", "2025-12-31"))).containsExactly(0L, 0L, 0L, 0L);
        assertThat(api.get(TICKETS, "include_deleted", true).mustBe(200).body().get("data"))
                .hasSize(4);
        assertThat(api.get(TICKETS).mustBe(200).body().get("data")).hasSize(3);

        String gala = api.get(EVENTS, "event_key", "gala")
                .mustBe(200)
                .body()
                .at("/data/0/event_uid")
                .asString();
        api.post(MANAGED + gala, "is_excluded", true).mustBe(200);
        assertThat(counts(stats("2026-02-01", "2026-02-28"))).containsExactly(0L, 2L, 2L, 4L);
        assertThat(counts(stats("2026-01-01", "2026-01-31"))).containsExactly(0L, 0L, 0L, 0L);
        api.post(EVENTS, "action", "delete", "event_uid", gala).mustBe(200);
        assertThat(api.get(TICKETS).mustBe(200).body().get("data")).hasSize(3);
        api.get(MANAGED + gala).mustBe(404);
        api.post(EVENTS, "action", "delete", "event_uid", gala).mustBe(400);
    }

    @Test
    void fans_are_searched_by_their_tickets_as_those_are_now() {
        long ada = save("ada@fans.example", "t1", "price_code", "A", "venue_province", "MA")
                .get("fan_id")
                .asLong();
        long bob = save("bob@fans.example", "t2", "paid_amount", "10")
                .get("fan_id")
                .asLong();
        long eve = api.fan("eve@fans.example");
        assertThat(found("ticket_event_name", "Gala", "ticket_start_event_date", "2026-05-01"))
                .containsExactlyInAnyOrder(ada, bob);
        assertThat(found("ticket_price_code", "A", "ticket_venue_provinces", "MA", "ticket_seat_price_min", "25"))
                .containsExactly(ada);
        assertThat(found("ticket_is_negative", true)).containsExactly(eve);

        save("bob@fans.example", "t1", "price_code", "A");
        assertThat(found("ticket_seat_count_min", 4, "ticket_sales_count_max", 2))
                .containsExactly(bob);
        assertThat(found("ticket_seat_price_max", 5)).containsExactly(bob);
        assertThat(found("ticket_is_negative", true)).containsExactlyInAnyOrder(ada, eve);
        save("bob@fans.example", "t2", "is_deleted", true);
        assertThat(found("ticket_sales_count_min", 2)).isEmpty();
        String gala = api.get(EVENTS).mustBe(200).body().at("/data/0/event_uid").asString();
        api.post(MANAGED + gala, "is_excluded", true).mustBe(200);
        assertThat(found("ticket_event_name", "Gala")).isEmpty();
        assertThat(found("ticket_is_negative", true)).containsExactlyInAnyOrder(ada, bob, eve);
    }

    private List<Long> found(Object... criteria) {
        JsonNode page = api.get("/api/v1/crm/fans", criteria).mustBe(200).body();
        return page.get("data")
                .valueStream()
                .map(fan -> fan.get("fan_id").asLong())
                .toList();
    }

    @Test
    void staff_completes_tickets_and_events() {
        JsonNode ada = save("ada@fans.example", "t1");
        JsonNode unknown = api.postJson(
                        "/api/v1/manage/tickets",
                        "[{\"network\": \"box\", \"ticket_key\": \"t1\", \"barcode\": \"1\"}, {\"ticket_key\": \"t1\"}]")
                .mustBe(400)
                .body();
        assertThat(unknown.at("/errors/0/field").asString()).isEqualTo("tickets[1].ticket_key");
        assertThat(one(ada).get("barcode").isNull()).isTrue();
        api.postJson(
                        "/api/v1/manage/tickets",
                        "[{\"network\": \"box\", \"ticket_key\": \"t1\", \"barcode\": \"1\", \"order_amount\": 55,"
                                + " \"customer_dsn\": \"crm\", \"row_name\": \"B\"}]")
                .mustBe(200);
        save("ada@fans.example", "t1");
        JsonNode ticket = one(ada);
        assertThat(ticket.get("barcode").asString()).isEqualTo("1");
        assertThat(ticket.get("row_name").asString()).isEqualTo("B");
        assertThat(ticket.get("customer_dsn").asString()).isEqualTo("crm");
        assertThat(ticket.get("original_order_amount").asInt()).isEqualTo(55);

        String show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Gala",
                "performance_date",
                "2026-05-01");
        Object[] ball = {"event_name", "Ball", "event_key", "ball", "event_date", "2026-06-01", "network", "box"};
        String uid = api.made(EVENTS, "event_uid", ball);
        JsonNode twice = api.post(EVENTS, ball).mustBe(400).body();
        assertThat(twice.at("/errors/0/field").asString()).isEqualTo("event_key");
        api.post(MANAGED + uid, "performance_uid", show, "event_price", "12.50").mustBe(200);
        JsonNode without =
                api.get(EVENTS, "is_ticketless_only", true).mustBe(200).body();
        assertThat(without.at("/meta/count").asInt()).isEqualTo(1);
        assertThat(without.at("/data/0/performance_name").asString()).isEqualTo("Gala");
        assertThat(without.at("/data/0/event_price").decimalValue()).isEqualByComparingTo("12.5");
        JsonNode connected =
                api.get("/api/v1/ent/performances/" + show).mustBe(200).body().get("connected_ticket_events");
        assertThat(connected.valueStream()).containsExactly(without.at("/data/0"));
        assertThat(api.get(EVENTS).mustBe(200).body().at("/data/0/event_uid").asString())
                .isEqualTo(uid);
    }

    private JsonNode save(String email, String key, Object... more) {
        List<Object> form = new ArrayList<>(
                List.of("first_name", "Ada", "last_name", "L", "email", email, "ticket_key", key, "network", "box"));
        List<Object> usual = List.of(
                "purchase_timestamp",
                "2026-01-01 10:00:00",
                "paid_amount",
                "50.00",
                "num_seats",
                2,
                "event_date",
                "2026-05-01T20:00:00-05:00",
                "event_name",
                "Gala",
                "event_key",
                "gala");
        for (int i = 0; i < usual.size(); i += 2) {
            if (!List.of(more).contains(usual.get(i))) {
                form.addAll(usual.subList(i, i + 2));
            }
        }
        form.addAll(List.of(more));
        return api.post(TICKETS, form.toArray()).mustBe(200).body();
    }

    private static String row(String email, String key) {
        return "{\"first_name\": \"Ada\", \"last_name\": \"L\", \"email\": \"" + email + "\", \"ticket_key\": \"" + key
                + "\", \"network\": \"box\", \"purchase_timestamp\": \"2026-01-01 10:00:00\", \"paid_amount\": 50,"
                + " \"num_seats\": 2, \"event_date\": \"2026-05-01\", \"event_key\": \"gala\", \"event_name\": \"Gala\"}";
    }

    private JsonNode one(JsonNode saved) {
        return api.get(TICKETS + "/" + saved.get("ticket_id").asLong())
                .mustBe(200)
                .body();
    }

    private JsonNode stats(String from, String to, Object... more) {
        List<Object> query = new ArrayList<>(List.of("min_purchase_date", from, "max_purchase_date", to));
        query.addAll(List.of(more));
        return api.get(STATS, query.toArray()).mustBe(200).body();
    }

    /** Returning, new, sales and seats. */
    private static List<Long> counts(JsonNode stats) {
        return List.of(
                stats.get("returning_fans_count").asLong(),
                stats.get("new_fans_count").asLong(),
                stats.get("sales_count").asLong(),
                stats.get("seats_count").asLong());
    }

    private static List<Long> ids(JsonNode page) {
        JsonNode rows = page.get("data");
        return IntStream.range(0, rows.size())
                .mapToObj(row -> rows.get(row).get("ticket_id").asLong())
                .toList();
    }
}
