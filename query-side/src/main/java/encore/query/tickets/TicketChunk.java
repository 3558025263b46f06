package encore.query.tickets;

import encore.query.projection.PackedNumbers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that began in one stretch of the log, as it is cut in {@link encore.query.projection.Chunk}: what is kept in
 * memory is made of some ten thousand of these at start, not of millions of documents.
 *
 * @param shared what rows point to
 * @param rows nine numbers each, positions as distances from the row before
 */
record TicketChunk(List<Shared> shared, byte[] rows) {

    /** The chunk with what was said last of a ticket; what comes twice changes nothing. */
    static TicketChunk with(@Nullable TicketChunk before, SoldTicket ticket) {
        List<SoldTicket> tickets = before == null ? new ArrayList<>() : before.tickets();
        int place = place(tickets, ticket.ticketId());
        if (place < 0) {
            tickets.add(ticket);
            tickets.sort(Comparator.comparingLong(SoldTicket::ticketId));
        } else if (tickets.get(place).last() < ticket.last()) {
            tickets.set(place, ticket);
        }
        return packed(tickets);
    }

    private static int place(List<SoldTicket> tickets, long ticketId) {
        for (int i = tickets.size() - 1; i >= 0; i--) {
            if (tickets.get(i).ticketId() == ticketId) {
                return i;
            }
        }
        return -1;
    }

    private static TicketChunk packed(List<SoldTicket> tickets) {
        Map<Shared, Integer> numbers = new LinkedHashMap<>();
        var rows = new PackedNumbers();
        long before = 0;
        long fanBefore = 0;
        for (SoldTicket ticket : tickets) {
            rows.add(ticket.ticketId() - before);
            rows.add(ticket.last() - ticket.ticketId());
            rows.add(ticket.updated());
            rows.add(ticket.fan() - fanBefore);
            rows.add(ticket.day());
            rows.add(ticket.paid());
            rows.add(ticket.seats());
            rows.add(ticket.deleted() ? 1 : 0);
            rows.add(numbers.computeIfAbsent(ticket.shared(), one -> numbers.size()));
            before = ticket.ticketId();
            fanBefore = ticket.fan();
        }
        return new TicketChunk(List.copyOf(numbers.keySet()), rows.bytes());
    }

    List<SoldTicket> tickets() {
        List<SoldTicket> tickets = new ArrayList<>();
        var cursor = new PackedNumbers.Cursor(rows);
        long ticketId = 0;
        long fan = 0;
        while (cursor.hasMore()) {
            ticketId += cursor.next();
            long last = ticketId + cursor.next();
            long updated = cursor.next();
            fan += cursor.next();
            tickets.add(new SoldTicket(
                    ticketId,
                    last,
                    updated,
                    fan,
                    (int) cursor.next(),
                    cursor.next(),
                    cursor.next(),
                    cursor.next() == 1,
                    shared.get((int) cursor.next())));
        }
        return tickets;
    }
}
