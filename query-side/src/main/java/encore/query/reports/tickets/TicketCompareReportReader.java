package encore.query.reports.tickets;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.TicketCompareRow;
import encore.kernel.tickets.TicketsQuery.FindEventSales;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.EventSales.EventDay;
import encore.kernel.tickets.sales.EventSales.TicketedEvent;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Compares how the tickets of events sold towards the days of the events. */
@Component
class TicketCompareReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    TicketCompareReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.TICKET_COMPARE;
    }

    @Override
    public ReportData read(ReportScope scope) {
        List<String> events = scope.subject().events();
        EventSales sales = queryGateway.ask(new FindEventSales(scope.account(), events, scope.days()));
        EventNames names = new EventNames(queryGateway, scope.account(), sales);
        Map<String, List<EventDay>> byEvent = sales.rows().stream()
                .collect(Collectors.groupingBy(row -> row.event().eventUid()));
        return ReportDataBuilder.builder()
                .ticketCompare(events.stream()
                        .map(uid -> row(scope, names.of(uid), byEvent.getOrDefault(uid, List.of())))
                        .toList())
                .build();
    }

    private static TicketCompareRow row(ReportScope scope, TicketedEvent event, List<EventDay> rows) {
        Sums sums = Sums.of(rows.stream());
        return new TicketCompareRow(
                event.eventUid(),
                event.eventName(),
                event.eventDate(),
                sums.salesCount(),
                sums.seatsCount(),
                sums.revenue(),
                event.eventDate() == null ? List.of() : days(scope, event.eventDate(), rows));
    }

    private static List<TicketCompareRow.Day> days(ReportScope scope, LocalDate eventDate, List<EventDay> rows) {
        Map<LocalDate, EventDay> byDay = rows.stream().collect(Collectors.toMap(EventDay::day, row -> row));
        List<TicketCompareRow.Day> days = new ArrayList<>();
        Sums sums = Sums.ZERO;
        for (LocalDate day : scope.eachDay()) {
            sums = sums.plus(Sums.of(Stream.ofNullable(byDay.get(day))));
            days.add(new TicketCompareRow.Day(
                    ChronoUnit.DAYS.between(day, eventDate), sums.seatsCount(), sums.revenue()));
        }
        return days;
    }
}
