package encore.query.tickets;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.EventLog;
import encore.kernel.Event;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.TicketBuyer;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.TicketsEvent.TicketChanged;
import encore.kernel.tickets.TicketsEvent.TicketCompleted;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import encore.kernel.tickets.TicketsQuery.FindCountedTickets;
import encore.kernel.tickets.TicketsQuery.FindPlaceSales;
import encore.kernel.tickets.sales.FanSales;
import encore.kernel.tickets.sales.Money;
import encore.kernel.tickets.sales.PlaceSales;
import encore.query.documents.EventReader;
import encore.query.memory.DeadlineSteps;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.ticketchunks.SalesSum;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Sums up tickets by their places, which are personal and stand in the log alone. */
@Component
class TicketPlaces implements QueryComponent {

    private static final Set<Class<?>> TICKET_EVENTS =
            Set.of(TicketRecorded.class, TicketChanged.class, TicketCompleted.class);
    private static final int PAGE = 5_000;
    private static final Comparator<@Nullable String> NULLS_LAST = Comparator.nullsLast(Comparator.naturalOrder());

    private final QueryGateway queryGateway;
    private final EventReader events;

    private record TicketPlace(
            @Nullable String countryCode,
            @Nullable String province,
            @Nullable String city) {}

    TicketPlaces(QueryGateway queryGateway, EventTail tail, EventLog log) {
        this.queryGateway = queryGateway;
        this.events = new EventReader(tail, log);
    }

    @QueryHandler
    List<PlaceSales> find(FindPlaceSales query) {
        Map<TicketPlace, SalesSum> sums = new HashMap<>();
        Page<TicketRow> page = page(query, 0);
        add(page, sums);
        while (page.more()) {
            page = page(query, Long.parseLong(Objects.requireNonNull(page.last())));
            add(page, sums);
        }
        return sums.entrySet().stream()
                .map(entry -> row(entry.getKey(), entry.getValue().toFanSales(0)))
                .sorted(Comparator.comparingLong(PlaceSales::seatsCount)
                        .reversed()
                        .thenComparing(PlaceSales::countryCode, NULLS_LAST)
                        .thenComparing(PlaceSales::province, NULLS_LAST)
                        .thenComparing(PlaceSales::city, NULLS_LAST))
                .toList();
    }

    private Page<TicketRow> page(FindPlaceSales query, long after) {
        return queryGateway.ask(new FindCountedTickets(
                query.account(), query.eventUids(), query.purchased(), new IdWindow(after, null, PAGE)));
    }

    private void add(Page<TicketRow> page, Map<TicketPlace, SalesSum> sums) {
        int step = 0;
        for (Event event : events.read(page.rows().stream().mapToLong(TicketRow::last), TICKET_EVENTS)
                .values()) {
            DeadlineSteps.check(step++);
            if (event instanceof TicketsEvent ticket) {
                TicketBuyer buyer = ticket.state().buyer();
                TicketDetails details = ticket.state().details();
                sums.computeIfAbsent(
                                new TicketPlace(buyer.countryCode(), buyer.province(), buyer.city()),
                                place -> new SalesSum())
                        .add(
                                details.numSeats() == null ? 0 : details.numSeats(),
                                Money.of(details.paidAmount()).parts());
            }
        }
    }

    private static PlaceSales row(TicketPlace place, FanSales sales) {
        return new PlaceSales(
                place.countryCode(),
                place.province(),
                place.city(),
                sales.salesCount(),
                sales.seatsCount(),
                sales.revenue());
    }
}
