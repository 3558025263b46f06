package encore.api.tickets;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketBuilder;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfFan;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class TicketsOfFanControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(TicketsOfFanController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @Test
    void a_page_of_a_fan_s_tickets_is_answered_with_the_ids_that_the_next_begins_after() {
        backend.on(FindTicketsOfFan.class, query -> new Page<>(List.of(ticket()), "9", "9", true, 12));
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/42/tickets?min_ticket_id=4")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"meta": {"order": "asc", "min_ticket_id": 9, "max_ticket_id": 9}, "data": [{"ticket_id": 9, "fan_id": 42, "event_name": "Gala", "is_deleted": true}]}""");
        assertThat(backend.asked).isEqualTo(List.of(new FindTicketsOfFan(7, 42, new NextKey("4", 1_000))));
    }

    @Test
    void an_id_that_is_no_number_asks_for_nothing() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/manage/fans/me/tickets")
                .exchange()
                .expectStatus()
                .is4xxClientError();
        assertThat(backend.asked).isEmpty();
    }

    private static Ticket ticket() {
        return TicketBuilder.builder()
                .ticketId(9)
                .accountId(7)
                .fanId(42)
                .isDeleted(true)
                .lastUpdateTimestamp(Instant.EPOCH)
                .status("deleted")
                .eventName("Gala")
                .build();
    }
}
