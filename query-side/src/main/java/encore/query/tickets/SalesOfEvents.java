package encore.query.tickets;

import encore.kernel.tickets.sales.SalesOfEvent;
import encore.kernel.tickets.sales.TicketStats;
import encore.query.memory.DeadlineSteps;
import encore.query.ticketchunks.SalesSum;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Sums up the tickets of each of some events, in one pass over the tickets of an account. */
final class SalesOfEvents {

    private static final byte BOUGHT = 1;
    private static final byte NEW = 2;

    private final TicketColumns columns;
    private final int[] firstDays;
    private final List<String> eventUids;

    /** The places of the events among those that are asked for, by the numbers of shared fields; -1 for other events. */
    private final int[] places;

    /** The flags of each pair of a fan and an event. */
    private final byte[] buyerFlags;

    /** The places of the events of the pairs that bought. */
    private final int[] placesOfPairs;

    /** @param firstDays the day of each fan's first purchase */
    SalesOfEvents(TicketColumns columns, int[] firstDays, List<String> eventUids) {
        this.columns = columns;
        this.firstDays = firstDays;
        this.eventUids = eventUids.stream().distinct().toList();
        this.buyerFlags = new byte[columns.fanEventPairs.size()];
        this.placesOfPairs = new int[columns.fanEventPairs.size()];
        this.places = places();
    }

    private int[] places() {
        Map<String, Integer> byUid = new HashMap<>();
        eventUids.forEach(uid -> byUid.put(uid, byUid.size()));
        boolean[] counting = columns.shared.countingFields(one -> byUid.containsKey(one.eventUid()));
        int[] found = new int[counting.length];
        Arrays.setAll(
                found,
                number -> counting[number]
                        ? byUid.getOrDefault(columns.shared.get(number).eventUid(), -1)
                        : -1);
        return found;
    }

    List<SalesOfEvent> read() {
        SalesSum[] sums = new SalesSum[eventUids.size()];
        Arrays.setAll(sums, place -> new SalesSum());
        for (int row = 0; row < columns.rows; row++) {
            DeadlineSteps.check(row);
            int place = places[columns.sharedNumber[row]];
            if (place >= 0 && !columns.deleted[row]) {
                sums[place].add(columns.seats[row], columns.paid[row]);
                int pair = columns.fanEventPair[row];
                boolean isNew = columns.day[row] == firstDays[columns.fan[row]];
                buyerFlags[pair] |= (byte) (BOUGHT | (isNew ? NEW : 0));
                placesOfPairs[pair] = place;
            }
        }
        return rows(sums);
    }

    private List<SalesOfEvent> rows(SalesSum[] sums) {
        long[] fresh = new long[sums.length];
        long[] returning = new long[sums.length];
        for (int pair = 0; pair < buyerFlags.length; pair++) {
            long[] counted = (buyerFlags[pair] & NEW) != 0 ? fresh : returning;
            counted[placesOfPairs[pair]] += buyerFlags[pair] & BOUGHT;
        }
        SalesOfEvent[] rows = new SalesOfEvent[sums.length];
        Arrays.setAll(rows, place -> {
            TicketStats sum = sums[place].toTicketStats(new byte[0]);
            return new SalesOfEvent(
                    eventUids.get(place),
                    returning[place],
                    fresh[place],
                    sum.salesCount(),
                    sum.seatsCount(),
                    sum.revenue());
        });
        return List.of(rows);
    }
}
