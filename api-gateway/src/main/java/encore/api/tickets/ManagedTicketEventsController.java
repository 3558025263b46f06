package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.paging.NamesPaging;
import encore.api.wire.AnswerWriter.ListOrPage;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Patch;
import encore.kernel.people.Area;
import encore.kernel.tickets.TicketsQuery.FindSalesOfEvents;
import encore.kernel.tickets.sales.Money;
import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.ticketevents.TicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventDetails;
import encore.kernel.tickets.ticketevents.TicketEventDetailsBuilder;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventUid;
import encore.kernel.tickets.ticketevents.TicketEventsCommand.CurateTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindTicketEvent;
import encore.kernel.tickets.ticketevents.TicketEventsQuery.FindTicketEventPage;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Sets the fields of a ticket event that no call of the contract sets. */
@RestController
@Access(scope = "manage", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/manage/ticket_events")
class ManagedTicketEventsController {

    private static final int ROWS = 500;
    private static final int MAX_EVENTS = 500;
    private static final String ONE = "/{event_uid}";

    record One(@Size(max = 64) String eventUid) {}

    record Some(
            @Description("The events to count. A row for each is answered, also for unknown ones.")
            @NotEmpty
            @Size(max = MAX_EVENTS)
            List<@NotBlank @Size(max = 64) String> eventUid) {}

    /** Additional fields of an event. Absent fields stay, empty ones are cleared. */
    record Curate(
            @Size(max = 64) String eventUid,

            @Description("Excludes the tickets of the event from all counts.") @Nullable
            Boolean isExcluded,

            @Description("The performance that the event belongs to.") @Nullable @Size(max = 64)
            String performanceUid,

            @Nullable @Size(max = 255) String campaignEventKey,
            @Nullable Boolean applyHistorical,
            @Nullable @Size(max = 255) String shortEventName,

            @Digits(integer = Money.INTEGER_DIGITS, fraction = Money.FRACTION_DIGITS) @Nullable
            BigDecimal eventPrice,

            @Nullable @Size(max = 255) String customerDsn,
            ClearedComponents cleared) {

        Patch<TicketEventDetails> change() {
            return cleared.toPatch(TicketEventDetailsBuilder.builder()
                    .shortEventName(shortEventName)
                    .eventPrice(eventPrice)
                    .customerDsn(customerDsn)
                    .isExcluded(isExcluded)
                    .performanceUid(performanceUid)
                    .campaignEventKey(campaignEventKey)
                    .applyHistorical(applyHistorical)
                    .build());
        }
    }

    private final Backend backend;

    ManagedTicketEventsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the ticket events, in the order in which they were added")
    @GetMapping
    ListOrPage<TicketEvent> all(Caller caller, @Params NamesPaging paging) {
        return paging.answer(ROWS, page -> backend.ask(caller, new FindTicketEventPage(caller.account(), page)));
    }

    @Description("Counts the sold tickets of some events, with the numbers of new and returning fans")
    @GetMapping("/sales")
    Mono<List<SalesOfEvent>> sumSales(Caller caller, @Params Some in) {
        return backend.ask(caller, new FindSalesOfEvents(caller.account(), in.eventUid()));
    }

    @Description("Finds a ticket event")
    @GetMapping(ONE)
    Mono<TicketEvent> one(Caller caller, @Params One in) {
        return backend.ask(caller, new FindTicketEvent(caller.account(), in.eventUid()));
    }

    @Description("Sets the fields of a ticket event that only the management API has")
    @PostMapping(ONE)
    Mono<TicketEventUid> curate(Caller caller, @Params Curate in) {
        var event = new TicketEventId(caller.account(), in.eventUid());
        return backend.send(caller, new CurateTicketEvent(event, in.change()));
    }
}
