package encore.query.sold;

import encore.query.projection.PackedNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that began in one range of log positions, which is cut as in {@link encore.query.projection.Chunk}. A
 * start loads some ten thousand of these documents instead of one for each of millions of tickets.
 *
 * @param last the id of the last ticket
 * @param lastFan the fan of the last ticket
 * @param shared shared fields in documents of an earlier build, read until the projection is rebuilt; otherwise empty
 * @param names an array of hashes of shared fields, to which rows refer by index
 * @param rows nine numbers for each ticket; ids and fans as differences to the row before
 */
record TicketChunk(long last, long lastFan, List<Shared> shared, byte[] names, byte[] rows) {

    private static final TicketChunk EMPTY = new TicketChunk(0, 0, List.of(), new byte[0], new byte[0]);

    TicketChunk {
        shared = shared == null ? List.of() : List.copyOf(shared);
        names = names == null ? SharedName.all(shared) : names;
    }

    /** A ticket with the hash of its shared fields. */
    private record Row(
            long ticketId,
            long last,
            long updated,
            long fan,
            int day,
            long paid,
            long seats,
            boolean deleted,
            SharedName shared) {

        static Row of(SoldTicket ticket) {
            return new Row(
                    ticket.ticketId(),
                    ticket.last(),
                    ticket.updated(),
                    ticket.fan(),
                    ticket.day(),
                    ticket.paid(),
                    ticket.seats(),
                    ticket.deleted(),
                    SharedName.of(ticket.shared()));
        }

        SoldTicket with(@Nullable Shared known) {
            if (known == null) {
                throw new IllegalStateException("The shared fields of ticket " + ticketId + " are missing");
            }
            return new SoldTicket(ticketId, last, updated, fan, day, paid, seats, deleted, known);
        }
    }

    /** Returns the chunk with a new state of a ticket. An event that was applied before changes nothing. */
    static TicketChunk with(@Nullable TicketChunk before, SoldTicket ticket) {
        Row row = Row.of(ticket);
        if (before == null || before.last < row.ticketId()) {
            return (before == null ? EMPTY : before).followedBy(row);
        }
        List<Row> all = before.all();
        int place = 0;
        while (place < all.size() && all.get(place).ticketId() < row.ticketId()) {
            place++;
        }
        if (place == all.size() || all.get(place).ticketId() != row.ticketId()) {
            all.add(place, row);
        } else if (all.get(place).last() < row.last()) {
            all.set(place, row);
        } else {
            return before;
        }
        TicketChunk chunk = EMPTY;
        for (Row each : all) {
            chunk = chunk.followedBy(each);
        }
        return chunk;
    }

    private TicketChunk followedBy(Row row) {
        int known = row.shared().in(names);
        var numbers = new PackedNumbers();
        numbers.add(row.ticketId() - last);
        numbers.add(row.last() - row.ticketId());
        numbers.add(row.updated());
        numbers.add(row.fan() - lastFan);
        numbers.add(row.day());
        numbers.add(row.paid());
        numbers.add(row.seats());
        numbers.add(row.deleted() ? 1 : 0);
        numbers.add(known < 0 ? names.length / SharedName.LENGTH : known);
        return new TicketChunk(
                row.ticketId(),
                row.fan(),
                List.of(),
                known >= 0 ? names : row.shared().behind(names),
                numbers.behind(rows));
    }

    private List<Row> all() {
        List<Row> all = new ArrayList<>();
        SharedName[] named = SharedName.all(names);
        var cursor = new PackedNumbers.Cursor(rows);
        long ticketId = 0;
        long fan = 0;
        while (cursor.hasMore()) {
            ticketId += cursor.next();
            long last = ticketId + cursor.next();
            long updated = cursor.next();
            fan += cursor.next();
            all.add(new Row(
                    ticketId,
                    last,
                    updated,
                    fan,
                    (int) cursor.next(),
                    cursor.next(),
                    cursor.next(),
                    cursor.next() == 1,
                    named[(int) cursor.next()]));
        }
        return all;
    }

    /** @param known shared fields by their hashes */
    List<SoldTicket> tickets(Map<SharedName, Shared> known) {
        return all().stream().map(row -> row.with(known.get(row.shared()))).toList();
    }
}
