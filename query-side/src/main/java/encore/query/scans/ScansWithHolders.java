package encore.query.scans;

import encore.kernel.StreamId;
import encore.kernel.fans.Fan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.identifiers.IdentifiersId;
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
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins scans with the current registrations, tickets and fans whose codes were scanned. */
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
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        List<String> holders = Stream.of(
                        queryGateway
                                .ask(new FindRegistrationStreams(query.account(), query.fanId()))
                                .names(),
                        queryGateway
                                .ask(new FindTicketStreams(query.account(), query.fanId()))
                                .names(),
                        List.of(new IdentifiersId(new FanId(query.account(), query.fanId())).toString()))
                .flatMap(List::stream)
                .toList();
        return withHolders(query.account(), queryGateway.ask(new FindScansHeldBy(query.account(), holders)));
    }

    private static boolean matches(Scan scan, FindScans query) {
        return (query.venueName() == null || query.venueName().equals(scan.venueName()))
                && (query.eventDate() == null || query.eventDate().equals(scan.eventDate()));
    }

    private List<Scan> withHolders(long account, List<ScanRow> rows) {
        List<String> uids = holders(rows, text -> StreamId.isOf(RegistrationId.class, text))
                .map(holder -> StreamId.parse(RegistrationId.class, holder).uid())
                .toList();
        Map<String, Registration> registrations = uids.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindRegistrationsByUid(account, uids)).registrations();
        List<String> streams =
                holders(rows, text -> StreamId.isOf(TicketId.class, text)).toList();
        Map<String, Ticket> tickets = streams.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindTicketsOfStreams(account, streams)).tickets();
        List<Long> fanIds = holders(rows, text -> StreamId.isOf(IdentifiersId.class, text))
                .map(holder -> StreamId.parse(IdentifiersId.class, holder).fan().number())
                .toList();
        Map<Long, Fan> fans = fanIds.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindFans(account, fanIds, false)).stream()
                        .collect(Collectors.toMap(Fan::fanId, Function.identity()));
        return rows.stream()
                .map(row -> toScan(row, registrations, tickets, fans))
                .toList();
    }

    private static Stream<String> holders(List<ScanRow> rows, Predicate<String> kind) {
        return rows.stream().map(ScanRow::holder).filter(kind).distinct();
    }

    private static Scan toScan(
            ScanRow row, Map<String, Registration> registrations, Map<String, Ticket> tickets, Map<Long, Fan> fans) {
        if (StreamId.isOf(RegistrationId.class, row.holder())) {
            Registration registration = registrations.get(
                    StreamId.parse(RegistrationId.class, row.holder()).uid());
            return registration == null ? Scan.ofUnknownHolder(row) : Scan.of(row, registration);
        }
        if (StreamId.isOf(IdentifiersId.class, row.holder())) {
            Fan fan = fans.get(
                    StreamId.parse(IdentifiersId.class, row.holder()).fan().number());
            return fan == null ? Scan.ofUnknownHolder(row) : Scan.of(row, fan);
        }
        Ticket ticket = tickets.get(row.holder());
        return ticket == null ? Scan.ofUnknownHolder(row) : Scan.of(row, ticket);
    }
}
