package encore.api.tickets;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.SavedTicket;
import encore.kernel.tickets.SavedTickets;
import encore.kernel.tickets.TicketSale;
import encore.kernel.tickets.TicketsCommand.SaveTickets;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.TicketsQuery.FindTickets;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CreateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.DeleteTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.ListTicketEvents;
import encore.kernel.time.Days;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;

class TicketsControllerTest {

    private static final String TICKETS = "/api/v1/crm/tickets";
    private static final String ROW =
            "{\"first_name\": \"Ada\", \"last_name\": \"L\", \"email\": \" Ada@Fans.example\","
                    + " \"ticket_key\": \"k\", \"purchase_timestamp\": \"2026-01-01 10:00:00\", \"paid_amount\": 12.50,"
                    + " \"num_seats\": 2, \"event_date\": \"2026-05-01T20:00:00-05:00\", \"event_name\": \"Gala\","
                    + " \"country_code\": \"Germany\", \"phone\": \"030 1234567\", \"event_key\": \"gala\"}";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.alone(
            TicketsController.class,
            BulkTicketsController.class,
            TicketEventsController.class,
            TicketStatsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void answers() {
        backend.sent.clear();
        backend.asked.clear();
        backend.publish(new ControlMessage.Account(7, "Arena", null, List.of(), GatewayUnderTest.DEFAULT_POINTS));
        backend.on(
                        SaveTickets.class,
                        command -> new SavedTickets(Collections.nCopies(
                                command.sales().size(), new SavedTicket(9L, "k", 42, SavedTicket.SUCCESS))))
                .on(FindTickets.class, query -> Page.of(List.of(), 1, row -> "", 9))
                .on(ListTicketEvents.class, query -> List.of())
                .on(FindTicketStats.class, query -> new TicketStats(1, 2, 3, 4, new BigDecimal("12.5")))
                .on(CreateTicketEvent.class, command -> new TicketEventUid("new"))
                .on(DeleteTicketEvent.class, command -> new TicketEventUid("old"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_ticket_is_saved_with_its_buyer_as_form_and_as_json() {
        post(TICKETS, ROW)
                .isOk()
                .expectBody()
                .json("{\"ticket_id\": 9, \"ticket_key\": \"k\", \"fan_id\": 42, \"status\": \"success\"}");
        client.post()
                .uri(TICKETS)
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue(
                        "first_name=Ada&last_name=L&email=Ada@Fans.example&ticket_key=k&purchase_timestamp=1767261600"
                                + "&paid_amount=12.5&num_seats=2&event_date=2026-05-01&event_name=Gala&country_code=DE"
                                + "&phone=%2B49301234567&event_key=gala")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(sales()).hasSize(2).allSatisfy(sale -> {
            assertThat(sale.details().eventDate()).isEqualTo(LocalDate.parse("2026-05-01"));
            assertThat(sale.details().purchaseTimestamp()).isEqualTo(Instant.parse("2026-01-01T10:00:00Z"));
            assertThat(sale.details().paidAmount()).isEqualTo(new BigDecimal("12.5"));
            assertThat(sale.buyer().email()).isEqualTo("ada@fans.example");
            assertThat(sale.profile().phone()).isEqualTo("+49301234567");
            assertThat(sale.buyer().countryCode()).isEqualTo("DE");
        });
    }

    @Test
    void a_bulk_call_is_a_list_or_has_one_and_each_without_a_key_gets_its_own() {
        String keyless = ROW.replace("\"ticket_key\": \"k\",", "");
        post("/api/v1/crm/bulk_tickets", "[" + ROW + "," + keyless + "]").isOk();
        post("/api/v1/crm/bulk_tickets", "{\"tickets\": [" + keyless + "]}").isOk();
        assertThat(sales().stream().map(sale -> sale.details().ticketKey()).distinct())
                .hasSize(3)
                .doesNotContainNull();
    }

    @Test
    void a_bulk_call_takes_no_form() {
        naming(
                client.post()
                        .uri("/api/v1/crm/bulk_tickets")
                        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .bodyValue("tickets=" + URLEncoder.encode("[" + ROW + "]", StandardCharsets.UTF_8))
                        .exchange()
                        .expectStatus(),
                "tickets");
        assertThat(backend.sent).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"20260501", "2026-05-01", "2026-05-01T20:00:00+0000", "2026-05-01 20:00:00-05"})
    void the_day_of_an_event_has_many_forms(String day) {
        post("/api/v1/crm/bulk_tickets", "[" + ROW.replace("2026-05-01T20:00:00-05:00", day) + "]")
                .isOk();
        assertThat(sales().getFirst().details().eventDate()).isEqualTo("2026-05-01");
    }

    @Test
    void ten_rows_of_a_bulk_call_are_one_call_of_the_account() {
        backend.publish(new ControlMessage.Account(7, "Arena", 7, List.of(), GatewayUnderTest.DEFAULT_POINTS));
        String rows = "[" + String.join(",", Collections.nCopies(21, ROW)) + "]";
        remaining(rows, 200, "4");
        remaining(rows, 200, "1");
        remaining(rows, 429, "0");
        assertThat(backend.sent).hasSize(2);
    }

    @Test
    void a_call_of_more_rows_than_a_minutes_calls_takes_the_whole_minute() {
        backend.publish(new ControlMessage.Account(7, "Arena", 3, List.of(), GatewayUnderTest.DEFAULT_POINTS));
        remaining("[" + String.join(",", Collections.nCopies(100, ROW)) + "]", 200, "0");
    }

    private void remaining(String rows, int status, String left) {
        client.post()
                .uri("/api/v1/crm/bulk_tickets")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(rows)
                .exchange()
                .expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .valueEquals("X-RateLimit-Remaining", left);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"event_key\": \"gala\"|\"event_key\": null|tickets[1].event_key",
                "Ada@Fans.example|nobody|tickets[1].email",
                "030 1234567|1|tickets[1].phone",
                "2026-05-01T20:00:00-05:00|tomorrow|tickets[1].event_date",
                "12.50|0.00001|tickets[1].paid_amount",
                "\"num_seats\": 2|\"num_seats\": -1|tickets[1].num_seats",
            })
    void a_wrong_field_is_named_with_its_row(String right, String wrong, String field) {
        naming(post("/api/v1/crm/bulk_tickets", "[" + ROW + "," + ROW.replace(right, wrong) + "]"), field);
        naming(
                post("/api/v1/crm/bulk_tickets", "[" + String.join(",", Collections.nCopies(101, ROW)) + "]"),
                "tickets");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void pages_are_asked_for_by_days_and_ids() {
        client.get()
                .uri(TICKETS + "?min_ticket_id=5&min_purchase_date=2026-01-01&email=A@b.example&data=fan&limit=1000")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked)
                .containsExactly(new FindTickets(
                        7,
                        new Days(LocalDate.parse("2026-01-01"), null),
                        Days.ALL,
                        "a@b.example",
                        false,
                        true,
                        new IdWindow(5L, null, 1_000)));
        naming(client.get().uri(TICKETS + "?limit=1001").exchange().expectStatus(), "limit");
    }

    @Test
    void an_event_is_created_whole_and_deleted_by_its_uid_alone() {
        String gala = "\"event_name\": \"Gala\", \"event_key\": \"gala\", \"event_date\": \"2026-05-01\"";
        naming(post(TICKETS + "/events", "{" + gala + "}"), "network");
        naming(post(TICKETS + "/events", "{" + gala + ", \"network\": \"box\", \"event_uid\": \"x\"}"), "event_uid");
        naming(post(TICKETS + "/events", "{\"action\": \"delete\"}"), "event_uid");
        post(TICKETS + "/events", "{" + gala + ", \"network\": \"box\"}")
                .isOk()
                .expectBody()
                .json("{\"event_uid\": \"new\", \"action\": \"create\", \"status\": \"success\"}");
        post(TICKETS + "/events", "{\"action\": \"delete\", \"event_uid\": \"old\"}")
                .isOk();
        naming(
                client.get()
                        .uri(TICKETS + "/events?is_ticketless_only=true&event_key=gala")
                        .exchange()
                        .expectStatus(),
                "is_ticketless_only");
        client.get()
                .uri(TICKETS + "/events?is_ticketless_only=false&event_key=gala")
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void stats_need_their_days() {
        String stats = "/api/v1/crm/ticket_stats?min_purchase_date=2026-01-01";
        naming(client.get().uri(stats).exchange().expectStatus(), "max_purchase_date");
        naming(
                client.get()
                        .uri(stats + "&max_purchase_date=2025-01-01")
                        .exchange()
                        .expectStatus(),
                "max_purchase_date");
        client.get()
                .uri(stats + "&max_purchase_date=2026-01-31")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"returning_fans_count\": 1, \"new_fans_count\": 2, \"sales_count\": 3, \"seats_count\": 4,"
                        + " \"revenue\": 12.5}");
    }

    private List<TicketSale> sales() {
        return backend.sent.stream()
                .map(SaveTickets.class::cast)
                .flatMap(command -> command.sales().stream())
                .toList();
    }

    private StatusAssertions post(String path, String json) {
        return client.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(json)
                .exchange()
                .expectStatus();
    }
}
