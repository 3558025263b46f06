package encore.command.shows.scores;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The clicks of some fans on one clicker, and the points that were paid for them. Fans share a document: an event brings
 * totals of 1,000 fans, and a read of the store for each of them would take too long.
 *
 * @param numbers for each fan the fan_id, the largest total and the points that were paid
 */
record ClickerTotals(List<Long> numbers) {

    private static final int WIDTH = 3;

    ClickerTotals {
        numbers = List.copyOf(numbers);
    }

    /** @param paid the points that were paid for it */
    record FanTotal(long clickCount, long paid) {

        static final FanTotal NONE = new FanTotal(0, 0);
    }

    static ClickerTotals of(SortedMap<Long, FanTotal> byFan) {
        List<Long> numbers = new ArrayList<>(byFan.size() * WIDTH);
        byFan.forEach((fan, total) -> {
            numbers.add(fan);
            numbers.add(total.clickCount());
            numbers.add(total.paid());
        });
        return new ClickerTotals(numbers);
    }

    SortedMap<Long, FanTotal> byFan() {
        SortedMap<Long, FanTotal> byFan = new TreeMap<>();
        for (int at = 0; at < numbers.size(); at += WIDTH) {
            byFan.put(numbers.get(at), new FanTotal(numbers.get(at + 1), numbers.get(at + 2)));
        }
        return byFan;
    }
}
