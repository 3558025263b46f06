package encore.query.shows.boards;

import encore.kernel.shows.clicks.ClickPoints;
import java.util.Arrays;

/** The largest totals of one push of a clicker, by the numbers of fans on the board. */
final class ClickerColumn {

    private static final ClickPoints UNKNOWN = new ClickPoints(0, null);

    private long[] totals = new long[16];
    private ClickPoints points = UNKNOWN;
    private long fanCount;
    private long clickCount;

    /** Sets the points that it gives. Totals of before have their points from then on. */
    void setPoints(ClickPoints given) {
        points = given;
    }

    /** Sets the total of a fan. Returns the points that the fan gains; -1 when it is not larger than before. */
    long set(int number, long total) {
        if (number >= totals.length) {
            totals = Arrays.copyOf(totals, Math.max(number + 1, totals.length * 2));
        }
        long before = totals[number];
        if (total <= before) {
            return -1;
        }
        totals[number] = total;
        clickCount += total - before;
        fanCount += before == 0 ? 1 : 0;
        return points.of(total) - points.of(before);
    }

    long total(int number) {
        return number < 0 || number >= totals.length ? 0 : totals[number];
    }

    long pointsOf(int number) {
        return points.of(total(number));
    }

    long fanCount() {
        return fanCount;
    }

    long clickCount() {
        return clickCount;
    }
}
