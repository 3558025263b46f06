package encore.query.tickets;

import encore.kernel.tickets.TicketsQuery.FindEventSales;
import encore.kernel.tickets.sales.EventSales;
import encore.kernel.tickets.sales.EventSales.DayOfFans;
import encore.kernel.tickets.sales.EventSales.EventDay;
import encore.kernel.tickets.sales.EventSales.TicketedEvent;
import encore.kernel.tickets.sales.FanSales;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import encore.query.ticketchunks.SalesSum;
import encore.query.ticketchunks.SharedTicketFields;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** Sums up the tickets of some events by event and day, in one pass over the tickets of an account. */
final class SalesByEvent {

    private static final int NEW = 0;
    private static final int RETURNING = 1;

    private final TicketColumns columns;
    private final int[] firstDays;
    private final int from;
    private final int to;
    private final boolean[] wanted;

    private final SalesSum all = new SalesSum();

    /** For each fan a bit set: 1 if there is a purchase in the window, 2 if the fan is new in it. */
    private final byte[] buyerFlags;

    private final Map<EventOnDay, SalesSum> sums = new HashMap<>();
    private final Map<Integer, long[]> fansOfDays = new TreeMap<>();

    /** The pairs of a day and a fan that are counted. */
    private final LongIndex dayFanPairs = new LongIndex();

    private record EventOnDay(String eventUid, int day) {}

    /** @param firstDays the day of each fan's first purchase */
    SalesByEvent(TicketColumns columns, int[] firstDays, FindEventSales query) {
        this.columns = columns;
        this.firstDays = firstDays;
        this.from = query.purchased().firstEpochDay();
        this.to = query.purchased().lastEpochDay();
        Set<String> events = Set.copyOf(query.eventUids());
        this.wanted = columns.shared.countingFields(one -> events.isEmpty() || events.contains(one.eventUid()));
        this.buyerFlags = new byte[columns.fans.size()];
    }

    EventSales read() {
        Map<String, TicketedEvent> events = new HashMap<>();
        for (int row = 0; row < columns.rows; row++) {
            DeadlineSteps.check(row);
            if (wanted[columns.sharedNumber[row]]
                    && !columns.deleted[row]
                    && columns.day[row] >= from
                    && columns.day[row] <= to) {
                SharedTicketFields fields = columns.shared.get(columns.sharedNumber[row]);
                events.put(
                        fields.eventUid(),
                        new TicketedEvent(fields.eventUid(), fields.eventName(), fields.eventDate()));
                add(row, fields.eventUid());
            }
        }
        return new EventSales(all.toTicketStats(buyerFlags), rows(events), fans());
    }

    private void add(int row, String eventUid) {
        int fan = columns.fan[row];
        int day = columns.day[row];
        all.add(columns.seats[row], columns.paid[row]);
        sums.computeIfAbsent(new EventOnDay(eventUid, day), one -> new SalesSum())
                .add(columns.seats[row], columns.paid[row]);
        buyerFlags[fan] = (byte) (firstDays[fan] >= from ? 3 : 1);
        int pairs = dayFanPairs.size();
        dayFanPairs.add((long) day << 32 | fan);
        if (dayFanPairs.size() > pairs) {
            fansOfDays.computeIfAbsent(day, one -> new long[2])[firstDays[fan] == day ? NEW : RETURNING]++;
        }
    }

    private List<EventDay> rows(Map<String, TicketedEvent> events) {
        List<EventDay> rows = new ArrayList<>();
        sums.forEach((key, sum) -> {
            FanSales sales = sum.toFanSales(0);
            rows.add(new EventDay(
                    Objects.requireNonNull(events.get(key.eventUid())),
                    LocalDate.ofEpochDay(key.day()),
                    sales.salesCount(),
                    sales.seatsCount(),
                    sales.revenue()));
        });
        rows.sort(Comparator.comparing((EventDay row) -> row.event().eventUid()).thenComparing(EventDay::day));
        return rows;
    }

    private List<DayOfFans> fans() {
        List<DayOfFans> fans = new ArrayList<>();
        fansOfDays.forEach(
                (day, counts) -> fans.add(new DayOfFans(LocalDate.ofEpochDay(day), counts[NEW], counts[RETURNING])));
        return fans;
    }
}
