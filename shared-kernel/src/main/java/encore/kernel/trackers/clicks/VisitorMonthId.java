package encore.kernel.trackers.clicks;

import encore.kernel.StreamId;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;

/**
 * The unknown visitors of an account in a month of UTC. Their personal data is encrypted under one key, which is
 * destroyed when the month ends for good; prints as {@code visitors.<account>.<yyyy-mm>}.
 *
 * @param month {@code yyyy-mm}
 */
@StreamId.Kind("visitors")
public record VisitorMonthId(long account, String month) implements StreamId {

    /** Returns the month of a moment. */
    public static VisitorMonthId of(long account, Instant moment) {
        return new VisitorMonthId(
                account, YearMonth.from(moment.atZone(ZoneOffset.UTC)).toString());
    }

    /** Returns the moment at which the key ends, if it is kept for some months after the month is over. */
    public Instant end(int keptMonths) {
        return YearMonth.parse(month)
                .plusMonths(1L + keptMonths)
                .atDay(1)
                .atStartOfDay(ZoneOffset.UTC)
                .toInstant();
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
