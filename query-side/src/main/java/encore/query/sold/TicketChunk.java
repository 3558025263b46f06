package encore.query.sold;

import encore.query.projection.PackedNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that began in one stretch of the log, as it is cut in {@link encore.query.projection.Chunk}: what is kept in
 * memory is made of some ten thousand of these at start, not of millions of documents.
 *
 * @param last the id of the last ticket
 * @param lastFan whose that is
 * @param shared what rows point to
 * @param rows nine numbers each, ids and fans as distances from the row before
 */
record TicketChunk(long last, long lastFan, List<Shared> shared, byte[] rows) {

    private static final TicketChunk EMPTY = new TicketChunk(0, 0, List.of(), new byte[0]);

    /** The chunk with what was said last of a ticket; what comes twice changes nothing. */
    static TicketChunk with(@Nullable TicketChunk before, SoldTicket ticket) {
        if (before == null || before.last < ticket.ticketId()) {
            return (before == null ? EMPTY : before).followedBy(ticket);
        }
        List<SoldTicket> tickets = before.tickets();
        int place = 0;
        while (place < tickets.size() && tickets.get(place).ticketId() < ticket.ticketId()) {
            place++;
        }
        if (place == tickets.size() || tickets.get(place).ticketId() != ticket.ticketId()) {
            tickets.add(place, ticket);
        } else if (tickets.get(place).last() < ticket.last()) {
            tickets.set(place, ticket);
        } else {
            return before;
        }
        TicketChunk chunk = EMPTY;
        for (SoldTicket each : tickets) {
            chunk = chunk.followedBy(each);
        }
        return chunk;
    }

    private TicketChunk followedBy(SoldTicket ticket) {
        int known = shared.indexOf(ticket.shared());
        var row = new PackedNumbers();
        row.add(ticket.ticketId() - last);
        row.add(ticket.last() - ticket.ticketId());
        row.add(ticket.updated());
        row.add(ticket.fan() - lastFan);
        row.add(ticket.day());
        row.add(ticket.paid());
        row.add(ticket.seats());
        row.add(ticket.deleted() ? 1 : 0);
        row.add(known < 0 ? shared.size() : known);
        return new TicketChunk(
                ticket.ticketId(),
                ticket.fan(),
                known >= 0
                        ? shared
                        : Stream.concat(shared.stream(), Stream.of(ticket.shared()))
                                .toList(),
                row.behind(rows));
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
