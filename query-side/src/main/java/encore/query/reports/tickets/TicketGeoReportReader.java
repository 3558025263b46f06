package encore.query.reports.tickets;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.TicketGeoRow;
import encore.kernel.tickets.TicketsQuery.FindPlaceSales;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import org.springframework.stereotype.Component;

/** Reads the sums of tickets by their own places. */
@Component
class TicketGeoReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    TicketGeoReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.TICKET_GEO;
    }

    @Override
    public ReportData read(ReportScope scope) {
        return ReportDataBuilder.builder()
                .ticketGeo(
                        queryGateway
                                .ask(new FindPlaceSales(
                                        scope.account(), scope.subject().events(), scope.days()))
                                .stream()
                                .map(place -> new TicketGeoRow(
                                        place.countryCode(),
                                        place.province(),
                                        place.city(),
                                        place.salesCount(),
                                        place.seatsCount(),
                                        place.revenue()))
                                .toList())
                .build();
    }
}
