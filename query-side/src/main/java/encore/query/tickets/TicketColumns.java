package encore.query.tickets;

import encore.query.image.MemoryImage;
import encore.query.memory.LongIndex;
import encore.query.ticketchunks.SharedFieldsTable;
import encore.query.ticketchunks.TicketFacts;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tickets in columns ordered by ticket id, some 60 bytes a ticket, with numbers for their shared fields. Callers must
 * not read and write at the same time, and must not modify the arrays.
 */
final class TicketColumns implements MemoryImage.Imageable {

    final LongIndex fans = new LongIndex();
    long[] fanIds = new long[8];
    final SharedFieldsTable shared = new SharedFieldsTable();
    private final Map<String, Integer> events = new HashMap<>();
    /** Numbers each pair of a fan and an event. */
    final LongIndex fanEventPairs = new LongIndex();

    // By row.
    long[] ids = new long[8];
    long[] last = new long[8];
    long[] updated = new long[8];
    long[] paid = new long[8];
    long[] seats = new long[8];
    int[] fan = new int[8];
    int[] fanEventPair = new int[8];
    int[] sharedNumber = new int[8];
    int[] day = new int[8];
    boolean[] deleted = new boolean[8];

    int rows;

    @Override
    public void transfer(MemoryImage memoryImage) {
        List.of(fans, shared, fanEventPairs).forEach(one -> one.transfer(memoryImage));
        fanIds = memoryImage.longs(fanIds);
        memoryImage.elements(events, memoryImage::name, memoryImage::count);
        ids = memoryImage.longs(ids);
        last = memoryImage.longs(last);
        updated = memoryImage.longs(updated);
        paid = memoryImage.longs(paid);
        seats = memoryImage.longs(seats);
        fan = memoryImage.ints(fan);
        fanEventPair = memoryImage.ints(fanEventPair);
        sharedNumber = memoryImage.ints(sharedNumber);
        day = memoryImage.ints(day);
        deleted = memoryImage.flags(deleted);
        rows = memoryImage.number(rows);
    }

    /**
     * Adds a ticket or replaces its state. An earlier or repeated event changes nothing; a retried dead letter is
     * inserted.
     */
    void put(TicketFacts ticket) {
        int row = rows == 0 || ids[rows - 1] < ticket.ticketId() ? rows : firstRowFrom(ticket.ticketId());
        if (row == rows || ids[row] != ticket.ticketId()) {
            insertRow(row);
        } else if (last[row] >= ticket.last()) {
            return;
        }
        ids[row] = ticket.ticketId();
        last[row] = ticket.last();
        updated[row] = ticket.updated();
        paid[row] = ticket.paid();
        seats[row] = ticket.seats();
        fan[row] = fan(ticket.fan());
        sharedNumber[row] = shared.number(ticket.shared());
        fanEventPair[row] =
                fanEventPairs.add((long) fan[row] << 32 | event(ticket.shared().eventUid()));
        day[row] = ticket.day();
        deleted[row] = ticket.deleted();
    }

    private int event(String uid) {
        return events.computeIfAbsent(uid, one -> events.size());
    }

    private int fan(long fanId) {
        int number = fans.add(fanId);
        if (number == fanIds.length) {
            fanIds = Arrays.copyOf(fanIds, grow(number));
        }
        fanIds[number] = fanId;
        return number;
    }

    /** Returns the first row with this id or a higher one. */
    int firstRowFrom(long id) {
        int found = Arrays.binarySearch(ids, 0, rows, id);
        return found < 0 ? -found - 1 : found;
    }

    private void insertRow(int row) {
        if (rows == ids.length) {
            int room = grow(rows);
            ids = Arrays.copyOf(ids, room);
            last = Arrays.copyOf(last, room);
            updated = Arrays.copyOf(updated, room);
            paid = Arrays.copyOf(paid, room);
            seats = Arrays.copyOf(seats, room);
            fan = Arrays.copyOf(fan, room);
            fanEventPair = Arrays.copyOf(fanEventPair, room);
            sharedNumber = Arrays.copyOf(sharedNumber, room);
            day = Arrays.copyOf(day, room);
            deleted = Arrays.copyOf(deleted, room);
        }
        if (row < rows) {
            for (Object column :
                    new Object[] {ids, last, updated, paid, seats, fan, fanEventPair, sharedNumber, day, deleted}) {
                System.arraycopy(column, row, column, row + 1, rows - row);
            }
        }
        rows++;
    }

    private static int grow(int room) {
        return room + (room >> 1) + 4;
    }
}
