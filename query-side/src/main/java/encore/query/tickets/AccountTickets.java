package encore.query.tickets;

import encore.kernel.paging.Paging.IdWindow;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketsQuery.FindCountedTickets;
import encore.kernel.tickets.TicketsQuery.FindEventSales;
import encore.kernel.tickets.TicketsQuery.FindSalesOfEvents;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.sales.TicketStats;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.query.image.MemoryImage;
import encore.query.memory.DeadlineSteps;
import encore.query.ticketchunks.SalesSum;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Answers queries from one account's tickets. Callers must not read and write at the same time. */
final class AccountTickets implements TicketDocuments.TicketSink, MemoryImage.Imageable {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private long account;
    private final TicketColumns columns = new TicketColumns();

    AccountTickets(long account) {
        this.account = account;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        account = memoryImage.number(account);
        columns.transfer(memoryImage);
    }

    @Override
    public void put(TicketFacts ticket) {
        columns.put(ticket);
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        columns.shared.exclude(event.uid(), isExcluded);
    }

    Optional<TicketRow> findOne(long ticketId) {
        int row = columns.firstRowFrom(ticketId);
        return row < columns.rows && columns.ids[row] == ticketId ? Optional.of(toRow(row)) : Optional.empty();
    }

    /** Returns the tickets of a window, and one more than its limit if there are more. */
    List<TicketRow> find(FindTicketRows query) {
        int fanNumber = query.fanId() == null ? -1 : columns.fans.find(query.fanId());
        List<TicketRow> found = new ArrayList<>();
        if (query.fanId() != null && fanNumber < 0) {
            return found;
        }
        IdWindow window = query.paging();
        Long min = window.min();
        int step = min == null ? -1 : 1;
        int end = window.max() == null ? columns.rows : columns.firstRowFrom(window.max());
        int from = min == null ? end - 1 : columns.firstRowFrom(min + 1);
        for (int row = from; row >= 0 && row < end && found.size() <= window.limit(); row += step) {
            DeadlineSteps.check(row);
            if ((fanNumber < 0 || columns.fan[row] == fanNumber) && matches(query, row)) {
                found.add(toRow(row));
            }
        }
        return found;
    }

    private boolean matches(FindTicketRows query, int row) {
        long changed = Math.floorDiv(columns.updated[row], DAY);
        return columns.day[row] >= query.purchased().firstEpochDay()
                && columns.day[row] <= query.purchased().lastEpochDay()
                && changed >= query.updated().firstEpochDay()
                && changed <= query.updated().lastEpochDay()
                && (query.withDeleted() || !columns.deleted[row]);
    }

    private TicketRow toRow(int row) {
        return new TicketRow(
                account,
                columns.ids[row],
                columns.last[row],
                Instant.ofEpochMilli(columns.updated[row]),
                columns.fanIds[columns.fan[row]]);
    }

    /** Returns the events that have tickets, without deleted ones. */
    List<String> eventsWithTickets() {
        BitSet sharedNumbers = new BitSet();
        for (int row = 0; row < columns.rows; row++) {
            DeadlineSteps.check(row);
            if (!columns.deleted[row]) {
                sharedNumbers.set(columns.sharedNumber[row]);
            }
        }
        return sharedNumbers.stream()
                .mapToObj(one -> columns.shared.get(one).eventUid())
                .distinct()
                .sorted()
                .toList();
    }

    TicketStats stats(FindTicketStats query) {
        boolean[] counts = columns.shared.countingFields(one -> true);
        boolean[] wanted = columns.shared.countingFields(one -> one.matches(query.events()));
        int from = query.purchased().firstEpochDay();
        int to = query.purchased().lastEpochDay();
        int[] first = firstDays(counts);
        // For each fan, or each fan at each event: 1 if a purchase is in the window, 2 if the buyer is new in it.
        byte[] buyerFlags = new byte[query.eventSpecific() ? columns.fanEventPairs.size() : columns.fans.size()];
        int[] buyers = query.eventSpecific() ? columns.fanEventPair : columns.fan;
        var salesSum = new SalesSum();
        for (int row = 0; row < columns.rows; row++) {
            DeadlineSteps.check(row);
            if (!counts[columns.sharedNumber[row]] || columns.deleted[row]) {
                continue;
            }
            boolean isNew = query.eventSpecific()
                    ? columns.day[row] == first[columns.fan[row]]
                    : first[columns.fan[row]] >= from;
            boolean isIn = wanted[columns.sharedNumber[row]] && columns.day[row] >= from && columns.day[row] <= to;
            buyerFlags[buyers[row]] |= (byte) ((isIn ? 1 : 0) | (isNew ? 2 : 0));
            if (isIn) {
                salesSum.add(columns.seats[row], columns.paid[row]);
            }
        }
        return salesSum.toTicketStats(buyerFlags);
    }

    EventSales sales(FindEventSales query) {
        return new SalesByEvent(columns, firstDays(columns.shared.countingFields(one -> true)), query).read();
    }

    List<SalesOfEvent> sales(FindSalesOfEvents query) {
        int[] firstDays = firstDays(columns.shared.countingFields(one -> true));
        return new SalesOfEvents(columns, firstDays, query.eventUids()).read();
    }

    /** Returns the counted tickets of a window, and one more than its limit if there are more. */
    List<TicketRow> counted(FindCountedTickets query) {
        Set<String> events = Set.copyOf(query.eventUids());
        boolean[] wanted = columns.shared.countingFields(one -> events.isEmpty() || events.contains(one.eventUid()));
        Long min = query.paging().min();
        List<TicketRow> found = new ArrayList<>();
        for (int row = min == null ? 0 : columns.firstRowFrom(min + 1);
                row < columns.rows && found.size() <= query.paging().limit();
                row++) {
            DeadlineSteps.check(row);
            if (wanted[columns.sharedNumber[row]]
                    && !columns.deleted[row]
                    && columns.day[row] >= query.purchased().firstEpochDay()
                    && columns.day[row] <= query.purchased().lastEpochDay()) {
                found.add(toRow(row));
            }
        }
        return found;
    }

    /** Returns the day of each fan's first purchase. */
    private int[] firstDays(boolean[] counts) {
        int[] first = new int[columns.fans.size()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int row = 0; row < columns.rows; row++) {
            DeadlineSteps.check(row);
            if (counts[columns.sharedNumber[row]]
                    && columns.day[row] < first[columns.fan[row]]
                    && !columns.deleted[row]) {
                first[columns.fan[row]] = columns.day[row];
            }
        }
        return first;
    }
}
