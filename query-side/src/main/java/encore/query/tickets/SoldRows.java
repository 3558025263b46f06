package encore.query.tickets;

import encore.query.image.Image;
import encore.query.projection.LongIndex;
import encore.query.sold.Sharing;
import encore.query.sold.SoldTicket;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tickets in columns ordered by ticket id, some 60 bytes a ticket, with numbers for their shared fields. Callers must
 * not read and write at the same time, and must not modify the arrays.
 */
final class SoldRows implements Image.Parts {

    final LongIndex fans = new LongIndex();
    long[] fanIds = new long[8];
    final Sharing shared = new Sharing();
    private final Map<String, Integer> events = new HashMap<>();
    /** Numbers each pair of a fan and an event. */
    final LongIndex guests = new LongIndex();

    // By row.
    long[] ids = new long[8];
    long[] last = new long[8];
    long[] updated = new long[8];
    long[] paid = new long[8];
    long[] seats = new long[8];
    int[] fan = new int[8];
    int[] guest = new int[8];
    int[] kind = new int[8];
    int[] day = new int[8];
    boolean[] deleted = new boolean[8];

    int rows;

    @Override
    public void image(Image image) {
        List.of(fans, shared, guests).forEach(one -> one.image(image));
        fanIds = image.longs(fanIds);
        image.all(events, image::name, image::count);
        ids = image.longs(ids);
        last = image.longs(last);
        updated = image.longs(updated);
        paid = image.longs(paid);
        seats = image.longs(seats);
        fan = image.ints(fan);
        guest = image.ints(guest);
        kind = image.ints(kind);
        day = image.ints(day);
        deleted = image.flags(deleted);
        rows = image.number(rows);
    }

    /**
     * Adds a ticket or replaces its state. An earlier or repeated event changes nothing; a retried dead letter is
     * inserted.
     */
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

    /** Returns the first row with this id or a higher one. */
    int place(long id) {
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
}
