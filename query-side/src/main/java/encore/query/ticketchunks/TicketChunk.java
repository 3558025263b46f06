package encore.query.ticketchunks;

import encore.query.chunks.PackedNumbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tickets that began in one range of log positions, which is cut as in {@link encore.query.chunks.Chunk}. A
 * start loads some ten thousand of these documents instead of one for each of millions of tickets.
 *
 * @param last the id of the last ticket
 * @param lastFan the fan of the last ticket
 * @param shared shared fields in documents of an earlier build, read until the projection is rebuilt; otherwise empty
 * @param names an array of hashes of shared fields, to which rows refer by index
 * @param rows nine numbers for each ticket; ids and fans as differences to the row before
 */
record TicketChunk(long last, long lastFan, List<SharedTicketFields> shared, byte[] names, byte[] rows) {

    private static final TicketChunk EMPTY = new TicketChunk(0, 0, List.of(), new byte[0], new byte[0]);

    TicketChunk {
        shared = shared == null ? List.of() : List.copyOf(shared);
        names = names == null ? SharedFieldsHash.all(shared) : names;
    }

    /** A ticket with the hash of its shared fields. */
    private record TicketChunkRow(
            long ticketId,
            long last,
            long updated,
            long fan,
            int day,
            long paid,
            long seats,
            boolean deleted,
            SharedFieldsHash shared) {

        static TicketChunkRow of(TicketFacts ticket) {
            return new TicketChunkRow(
                    ticket.ticketId(),
                    ticket.last(),
                    ticket.updated(),
                    ticket.fan(),
                    ticket.day(),
                    ticket.paid(),
                    ticket.seats(),
                    ticket.deleted(),
                    SharedFieldsHash.of(ticket.shared()));
        }

        TicketFacts with(@Nullable SharedTicketFields sharedFields) {
            if (sharedFields == null) {
                throw new IllegalStateException("The shared fields of ticket " + ticketId + " are missing");
            }
            return new TicketFacts(ticketId, last, updated, fan, day, paid, seats, deleted, sharedFields);
        }
    }

    /** Returns the chunk with a new state of a ticket. An event that was applied before changes nothing. */
    static TicketChunk with(@Nullable TicketChunk previous, TicketFacts ticket) {
        TicketChunkRow ticketChunkRow = TicketChunkRow.of(ticket);
        if (previous == null || previous.last < ticketChunkRow.ticketId()) {
            return (previous == null ? EMPTY : previous).append(ticketChunkRow);
        }
        List<TicketChunkRow> all = previous.readRows();
        int place = 0;
        while (place < all.size() && all.get(place).ticketId() < ticketChunkRow.ticketId()) {
            place++;
        }
        if (place == all.size() || all.get(place).ticketId() != ticketChunkRow.ticketId()) {
            all.add(place, ticketChunkRow);
        } else if (all.get(place).last() < ticketChunkRow.last()) {
            all.set(place, ticketChunkRow);
        } else {
            return previous;
        }
        TicketChunk chunk = EMPTY;
        for (TicketChunkRow each : all) {
            chunk = chunk.append(each);
        }
        return chunk;
    }

    private TicketChunk append(TicketChunkRow ticketChunkRow) {
        int known = ticketChunkRow.shared().indexIn(names);
        var numbers = new PackedNumbers();
        numbers.add(ticketChunkRow.ticketId() - last);
        numbers.add(ticketChunkRow.last() - ticketChunkRow.ticketId());
        numbers.add(ticketChunkRow.updated());
        numbers.add(ticketChunkRow.fan() - lastFan);
        numbers.add(ticketChunkRow.day());
        numbers.add(ticketChunkRow.paid());
        numbers.add(ticketChunkRow.seats());
        numbers.add(ticketChunkRow.deleted() ? 1 : 0);
        numbers.add(known < 0 ? names.length / SharedFieldsHash.LENGTH : known);
        return new TicketChunk(
                ticketChunkRow.ticketId(),
                ticketChunkRow.fan(),
                List.of(),
                known >= 0 ? names : ticketChunkRow.shared().appendTo(names),
                numbers.appendTo(rows));
    }

    private List<TicketChunkRow> readRows() {
        List<TicketChunkRow> all = new ArrayList<>();
        SharedFieldsHash[] named = SharedFieldsHash.all(names);
        var cursor = new PackedNumbers.Cursor(rows);
        long ticketId = 0;
        long fan = 0;
        while (cursor.hasMore()) {
            ticketId += cursor.next();
            long last = ticketId + cursor.next();
            long updated = cursor.next();
            fan += cursor.next();
            all.add(new TicketChunkRow(
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

    /** @param sharedByHash shared fields by their hashes */
    List<TicketFacts> tickets(Map<SharedFieldsHash, SharedTicketFields> sharedByHash) {
        return readRows().stream()
                .map(ticketChunkRow -> ticketChunkRow.with(sharedByHash.get(ticketChunkRow.shared())))
                .toList();
    }
}
