package encore.query.tickets;

import encore.kernel.Paging.IdWindow;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.query.projection.LongIndex;
import encore.query.sold.Sharing;
import encore.query.sold.SoldTicket;
import encore.query.sold.Sum;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One account's tickets as columns in the order of their ids, some 60 bytes each, and numbers for what they share. Whoever
 * calls keeps writers and readers apart.
 */
final class Sales {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private final long account;

    private final LongIndex fans = new LongIndex();
    private long[] fanIds = new long[8];
    private final Sharing shared = new Sharing();
    private final Map<String, Integer> events = new HashMap<>();
    /** A number for each fan at each event. */
    private final LongIndex guests = new LongIndex();

    // By row.
    private long[] ids = new long[8];
    private long[] last = new long[8];
    private long[] updated = new long[8];
    private long[] paid = new long[8];
    private long[] seats = new long[8];
    private int[] fan = new int[8];
    private int[] guest = new int[8];
    private int[] kind = new int[8];
    private int[] day = new int[8];
    private boolean[] deleted = new boolean[8];

    private int rows;

    Sales(long account) {
        this.account = account;
    }

    /** What was said before or twice changes nothing; a dead letter that is tried again takes its place among the others. */
    void put(SoldTicket ticket) {
        int row = rows == 0 || ids[rows - 1] < ticket.ticketId() ? rows : place(ticket.ticketId());
        if (row == rows || ids[row] != ticket.ticketId()) {
            makeRoom(row);
        } else if (last[row] >= ticket.last()) {
            return;
        }
        ids[row] = ticket.ticketId();
        last[row] = ticket.last();
        updated[row] = ticket.updated();
        paid[row] = ticket.paid();
        seats[row] = ticket.seats();
        fan[row] = fan(ticket.fan());
        kind[row] = shared.number(ticket.shared());
        guest[row] = guests.add((long) fan[row] << 32 | event(ticket.shared().eventUid()));
        day[row] = ticket.day();
        deleted[row] = ticket.deleted();
    }

    void exclude(String eventUid, boolean isExcluded) {
        shared.exclude(eventUid, isExcluded);
    }

    private int event(String uid) {
        return events.computeIfAbsent(uid, one -> events.size());
    }

    private int fan(long fanId) {
        int number = fans.add(fanId);
        if (number == fanIds.length) {
            fanIds = Arrays.copyOf(fanIds, larger(number));
        }
        fanIds[number] = fanId;
        return number;
    }

    /** The first row whose id is not below this one. */
    private int place(long id) {
        int found = Arrays.binarySearch(ids, 0, rows, id);
        return found < 0 ? -found - 1 : found;
    }

    private void makeRoom(int row) {
        if (rows == ids.length) {
            int room = larger(rows);
            ids = Arrays.copyOf(ids, room);
            last = Arrays.copyOf(last, room);
            updated = Arrays.copyOf(updated, room);
            paid = Arrays.copyOf(paid, room);
            seats = Arrays.copyOf(seats, room);
            fan = Arrays.copyOf(fan, room);
            guest = Arrays.copyOf(guest, room);
            kind = Arrays.copyOf(kind, room);
            day = Arrays.copyOf(day, room);
            deleted = Arrays.copyOf(deleted, room);
        }
        if (row < rows) {
            for (Object column : new Object[] {ids, last, updated, paid, seats, fan, guest, kind, day, deleted}) {
                System.arraycopy(column, row, column, row + 1, rows - row);
            }
        }
        rows++;
    }

    private static int larger(int room) {
        return room + (room >> 1) + 4;
    }

    Optional<TicketRow> one(long ticketId) {
        int row = place(ticketId);
        return row < rows && ids[row] == ticketId ? Optional.of(shown(row)) : Optional.empty();
    }

    /** Those of a window, one more than its limit where there is one. */
    List<TicketRow> find(FindTicketRows query) {
        int wanted = query.fanId() == null ? -1 : fans.find(query.fanId());
        List<TicketRow> found = new ArrayList<>();
        if (query.fanId() != null && wanted < 0) {
            return found;
        }
        IdWindow window = query.paging();
        Long min = window.min();
        int step = min == null ? -1 : 1;
        int end = window.max() == null ? rows : place(window.max());
        int from = min == null ? end - 1 : place(min + 1);
        for (int row = from; row >= 0 && row < end && found.size() <= window.limit(); row += step) {
            if ((wanted < 0 || fan[row] == wanted) && isIn(query, row)) {
                found.add(shown(row));
            }
        }
        return found;
    }

    private boolean isIn(FindTicketRows query, int row) {
        long changed = Math.floorDiv(updated[row], DAY);
        return day[row] >= query.purchased().first()
                && day[row] <= query.purchased().last()
                && changed >= query.updated().first()
                && changed <= query.updated().last()
                && (query.withDeleted() || !deleted[row]);
    }

    private TicketRow shown(int row) {
        return new TicketRow(account, ids[row], last[row], Instant.ofEpochMilli(updated[row]), fanIds[fan[row]]);
    }

    /** The events that a ticket counts for. */
    List<String> ticketed() {
        BitSet seen = new BitSet();
        for (int row = 0; row < rows; row++) {
            if (!deleted[row]) {
                seen.set(kind[row]);
            }
        }
        return seen.stream()
                .mapToObj(one -> shared.get(one).eventUid())
                .distinct()
                .sorted()
                .toList();
    }

    TicketStats stats(FindTicketStats query) {
        boolean[] counts = shared.counting(one -> true);
        boolean[] wanted = shared.counting(one -> one.meets(query.events()));
        int from = query.purchased().first();
        int to = query.purchased().last();
        int[] first = firstDays(counts);
        // A fan, or a fan at an event, is in the window, and is new in it.
        byte[] seen = new byte[query.eventSpecific() ? guests.size() : fans.size()];
        int[] who = query.eventSpecific() ? guest : fan;
        var sum = new Sum();
        for (int row = 0; row < rows; row++) {
            if (!counts[kind[row]] || deleted[row]) {
                continue;
            }
            boolean isNew = query.eventSpecific() ? day[row] == first[fan[row]] : first[fan[row]] >= from;
            boolean isIn = wanted[kind[row]] && day[row] >= from && day[row] <= to;
            seen[who[row]] |= (byte) ((isIn ? 1 : 0) | (isNew ? 2 : 0));
            if (isIn) {
                sum.add(seats[row], paid[row]);
            }
        }
        return sum.with(seen);
    }

    /** The day that each fan bought anything on first. */
    private int[] firstDays(boolean[] counts) {
        int[] first = new int[fans.size()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int row = 0; row < rows; row++) {
            if (counts[kind[row]] && day[row] < first[fan[row]] && !deleted[row]) {
                first[fan[row]] = day[row];
            }
        }
        return first;
    }
}
