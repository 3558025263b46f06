package encore.query.reports.tickets;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.TicketSalesReport;
import encore.kernel.tickets.TicketsQuery.FindEventSales;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.EventSales.DayOfFans;
import encore.kernel.tickets.sales.EventSales.EventDay;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Reads the sums of tickets by event and by day. */
@Component
class TicketSalesReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    TicketSalesReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.TICKET_SALES;
    }

    @Override
    public ReportData read(ReportScope scope) {
        List<String> events = scope.subject().events();
        EventSales sales = queryGateway.ask(new FindEventSales(scope.account(), events, scope.days()));
        return ReportDataBuilder.builder()
                .ticketSales(new TicketSalesReport(
                        sales.all().salesCount(),
                        sales.all().seatsCount(),
                        sales.all().revenue(),
                        sales.all().newFansCount(),
                        sales.all().returningFansCount(),
                        rows(scope, events, sales),
                        days(scope, sales)))
                .build();
    }

    /** Returns the named events in the order of the report; if it names none, the ones with tickets. */
    private List<TicketSalesReport.EventRow> rows(ReportScope scope, List<String> named, EventSales sales) {
        EventNames names = new EventNames(queryGateway, scope.account(), sales);
        Map<String, List<EventDay>> byEvent = sales.rows().stream()
                .collect(Collectors.groupingBy(row -> row.event().eventUid()));
        List<String> uids = named.isEmpty() ? byEvent.keySet().stream().sorted().toList() : named;
        return uids.stream()
                .map(uid -> {
                    Sums sums = Sums.of(byEvent.getOrDefault(uid, List.of()).stream());
                    return new TicketSalesReport.EventRow(
                            uid, names.of(uid).eventName(), sums.salesCount(), sums.seatsCount(), sums.revenue());
                })
                .toList();
    }

    private static List<TicketSalesReport.Day> days(ReportScope scope, EventSales sales) {
        Map<LocalDate, List<EventDay>> byDay = sales.rows().stream().collect(Collectors.groupingBy(EventDay::day));
        Map<LocalDate, DayOfFans> fans =
                sales.fans().stream().collect(Collectors.toMap(DayOfFans::day, Function.identity()));
        return scope.eachDay().stream()
                .map(day -> {
                    Sums sums = Sums.of(byDay.getOrDefault(day, List.of()).stream());
                    DayOfFans buyers = fans.getOrDefault(day, new DayOfFans(day, 0, 0));
                    return new TicketSalesReport.Day(
                            day,
                            sums.salesCount(),
                            sums.seatsCount(),
                            sums.revenue(),
                            buyers.newFansCount(),
                            buyers.returningFansCount());
                })
                .toList();
    }
}
