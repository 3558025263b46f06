package encore.api.tickets;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.AscendingRange;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.people.Area;
import encore.kernel.tickets.TicketsQuery.EventConditions;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.time.Days;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Serves statistics of sold tickets and their buyers. */
@RestController
@Access(scope = "crm", area = Area.TICKETS, lock = SECRET)
@RequestMapping("/api/v1/crm/ticket_stats")
class TicketStatsController {

    /** Criteria of the tickets to count. */
    @AscendingRange(start = "minPurchaseDate", end = "maxPurchaseDate")
    record Find(
            @Description("The first UTC day of purchase.") LocalDate minPurchaseDate,
            @Description("The last UTC day of purchase.") LocalDate maxPurchaseDate,
            @Nullable @Size(max = 255) String eventName,
            @Nullable @Size(max = 255) String eventKey,
            @Nullable LocalDate eventDate,
            @Nullable @Size(max = 255) String venueName,
            @Nullable @Size(max = 255) String artistName,

            @Description("Counts a fan once for each event.") @Default("false") @Nullable
            Boolean eventSpecific) {

        FindTicketStats query(long account) {
            return new FindTicketStats(
                    account,
                    new Days(minPurchaseDate, maxPurchaseDate),
                    new EventConditions(eventName, eventKey, eventDate, venueName, artistName),
                    Boolean.TRUE.equals(eventSpecific));
        }
    }

    private final Backend backend;

    TicketStatsController(Backend backend) {
        this.backend = backend;
    }

    @Description("Finds the ticket sales of a period, with the numbers of new and returning fans")
    @GetMapping
    Mono<TicketStats> find(Caller caller, @Params Find in) {
        return backend.ask(caller, in.query(caller.account()));
    }
}
