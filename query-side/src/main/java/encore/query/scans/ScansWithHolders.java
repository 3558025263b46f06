package encore.query.scans;

import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.registrations.Registration;
import encore.kernel.registrations.RegistrationId;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationStreams;
import encore.kernel.registrations.RegistrationQuery.FindRegistrationsByUid;
import encore.kernel.scans.Scan;
import encore.kernel.scans.ScanQuery.FindScanRows;
import encore.kernel.scans.ScanQuery.FindScans;
import encore.kernel.scans.ScanQuery.FindScansHeldBy;
import encore.kernel.scans.ScanQuery.FindScansOfFan;
import encore.kernel.scans.ScanRow;
import encore.kernel.tickets.Ticket;
import encore.kernel.tickets.TicketId;
import encore.kernel.tickets.TicketsQuery.FindTicketStreams;
import encore.kernel.tickets.TicketsQuery.FindTicketsOfStreams;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins scans with the current registrations and tickets whose codes were scanned. */
@Component
class ScansWithHolders implements QueryComponent {

    private final QueryGateway queryGateway;

    ScansWithHolders(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /**
     * Finds scans. Their venue and event date are only known from registrations and tickets, so this reads pages until
     * enough joined rows match.
     */
    @QueryHandler
    Page<Scan> find(FindScans query) {
        List<Scan> found = new ArrayList<>();
        int limit = query.paging().limit();
        String after = query.paging().after();
        Page<ScanRow> page;
        do {
            page = queryGateway.ask(
                    new FindScanRows(query.account(), query.selection(), new NextKey(after, limit + 1)));
            withHolders(query.account(), page.rows()).stream()
                    .filter(scan -> matches(scan, query))
                    .forEach(found::add);
            after = page.last() == null ? after : page.last();
        } while (page.more() && found.size() <= limit);
        List<Scan> shown = found.subList(0, Math.min(found.size(), limit + 1));
        return Page.of(shown, limit, scan -> Long.toString(scan.scanKey()), page.position());
    }

    @QueryHandler
    List<Scan> find(FindScansOfFan query) {
        List<String> holders = Stream.concat(
                        queryGateway.ask(new FindRegistrationStreams(query.account(), query.fanId())).names().stream(),
                        queryGateway.ask(new FindTicketStreams(query.account(), query.fanId())).names().stream())
                .toList();
        return withHolders(query.account(), queryGateway.ask(new FindScansHeldBy(query.account(), holders)));
    }

    private static boolean matches(Scan scan, FindScans query) {
        return (query.venueName() == null || query.venueName().equals(scan.venueName()))
                && (query.eventDate() == null || query.eventDate().equals(scan.eventDate()));
    }

    private List<Scan> withHolders(long account, List<ScanRow> rows) {
        List<String> uids = holders(rows, RegistrationId::is)
                .map(holder -> RegistrationId.parse(holder).uid())
                .toList();
        Map<String, Registration> registrations = uids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindRegistrationsByUid(account, uids)).registrations();
        List<String> streams = holders(rows, TicketId::is).toList();
        Map<String, Ticket> tickets = streams.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindTicketsOfStreams(account, streams)).tickets();
        return rows.stream().map(row -> toScan(row, registrations, tickets)).toList();
    }

    private static Stream<String> holders(List<ScanRow> rows, Predicate<String> kind) {
        return rows.stream().map(ScanRow::holder).filter(kind).distinct();
    }

    private static Scan toScan(ScanRow row, Map<String, Registration> registrations, Map<String, Ticket> tickets) {
        if (RegistrationId.is(row.holder())) {
            Registration registration =
                    registrations.get(RegistrationId.parse(row.holder()).uid());
            return registration == null ? Scan.ofUnknownHolder(row) : Scan.of(row, registration);
        }
        Ticket ticket = tickets.get(row.holder());
        return ticket == null ? Scan.ofUnknownHolder(row) : Scan.of(row, ticket);
    }
}
