package encore.query.tickets;

import encore.kernel.Paging.IdWindow;
import encore.kernel.tickets.TicketRow;
import encore.kernel.tickets.TicketStats;
import encore.kernel.tickets.TicketsQuery.FindTicketRows;
import encore.kernel.tickets.TicketsQuery.FindTicketStats;
import encore.query.image.Image;
import encore.query.sold.SoldTicket;
import encore.query.sold.Sum;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Answers queries from one account's tickets. Callers must not read and write at the same time. */
final class Sales implements Image.Parts {

    private static final long DAY = Duration.ofDays(1).toMillis();

    private long account;
    private final SoldRows sold = new SoldRows();

    Sales(long account) {
        this.account = account;
    }

    @Override
    public void image(Image image) {
        account = image.number(account);
        sold.image(image);
    }

    void put(SoldTicket ticket) {
        sold.put(ticket);
    }

    void exclude(String eventUid, boolean isExcluded) {
        sold.shared.exclude(eventUid, isExcluded);
    }

    Optional<TicketRow> one(long ticketId) {
        int row = sold.place(ticketId);
        return row < sold.rows && sold.ids[row] == ticketId ? Optional.of(shown(row)) : Optional.empty();
    }

    /** Returns the tickets of a window, and one more than its limit if there are more. */
    List<TicketRow> find(FindTicketRows query) {
        int wanted = query.fanId() == null ? -1 : sold.fans.find(query.fanId());
        List<TicketRow> found = new ArrayList<>();
        if (query.fanId() != null && wanted < 0) {
            return found;
        }
        IdWindow window = query.paging();
        Long min = window.min();
        int step = min == null ? -1 : 1;
        int end = window.max() == null ? sold.rows : sold.place(window.max());
        int from = min == null ? end - 1 : sold.place(min + 1);
        for (int row = from; row >= 0 && row < end && found.size() <= window.limit(); row += step) {
            if ((wanted < 0 || sold.fan[row] == wanted) && isIn(query, row)) {
                found.add(shown(row));
            }
        }
        return found;
    }

    private boolean isIn(FindTicketRows query, int row) {
        long changed = Math.floorDiv(sold.updated[row], DAY);
        return sold.day[row] >= query.purchased().first()
                && sold.day[row] <= query.purchased().last()
                && changed >= query.updated().first()
                && changed <= query.updated().last()
                && (query.withDeleted() || !sold.deleted[row]);
    }

    private TicketRow shown(int row) {
        return new TicketRow(
                account,
                sold.ids[row],
                sold.last[row],
                Instant.ofEpochMilli(sold.updated[row]),
                sold.fanIds[sold.fan[row]]);
    }

    /** Returns the events that have tickets, without deleted ones. */
    List<String> ticketed() {
        BitSet seen = new BitSet();
        for (int row = 0; row < sold.rows; row++) {
            if (!sold.deleted[row]) {
                seen.set(sold.kind[row]);
            }
        }
        return seen.stream()
                .mapToObj(one -> sold.shared.get(one).eventUid())
                .distinct()
                .sorted()
                .toList();
    }

    TicketStats stats(FindTicketStats query) {
        boolean[] counts = sold.shared.counting(one -> true);
        boolean[] wanted = sold.shared.counting(one -> one.meets(query.events()));
        int from = query.purchased().first();
        int to = query.purchased().last();
        int[] first = firstDays(counts);
        // For each fan, or each fan at each event: 1 if a purchase is in the window, 2 if the buyer is new in it.
        byte[] seen = new byte[query.eventSpecific() ? sold.guests.size() : sold.fans.size()];
        int[] who = query.eventSpecific() ? sold.guest : sold.fan;
        var sum = new Sum();
        for (int row = 0; row < sold.rows; row++) {
            if (!counts[sold.kind[row]] || sold.deleted[row]) {
                continue;
            }
            boolean isNew =
                    query.eventSpecific() ? sold.day[row] == first[sold.fan[row]] : first[sold.fan[row]] >= from;
            boolean isIn = wanted[sold.kind[row]] && sold.day[row] >= from && sold.day[row] <= to;
            seen[who[row]] |= (byte) ((isIn ? 1 : 0) | (isNew ? 2 : 0));
            if (isIn) {
                sum.add(sold.seats[row], sold.paid[row]);
            }
        }
        return sum.with(seen);
    }

    /** Returns the day of each fan's first purchase. */
    private int[] firstDays(boolean[] counts) {
        int[] first = new int[sold.fans.size()];
        Arrays.fill(first, Integer.MAX_VALUE);
        for (int row = 0; row < sold.rows; row++) {
            if (counts[sold.kind[row]] && sold.day[row] < first[sold.fan[row]] && !sold.deleted[row]) {
                first[sold.fan[row]] = sold.day[row];
            }
        }
        return first;
    }
}
