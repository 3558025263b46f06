package encore.kernel.reports.data;

import encore.kernel.trackers.TrackerNetwork;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a tracker on some days.
 *
 * @param trackerName null when the tracker was deleted, like the two others
 * @param attributedPurchaseCount distinct orders, and each purchase without one
 * @param attributedPurchaseAmount the sum in the account's currency
 */
public record TrackerRow(
        long trackerId,
        @Nullable String trackerName,
        @Nullable String trackerGroupName,
        @Nullable TrackerNetwork network,
        long clicks,
        long attributedPurchaseCount,
        BigDecimal attributedPurchaseAmount,
        List<Day> days) {

    public TrackerRow {
        days = List.copyOf(days);
    }

    /** The numbers of one UTC day. */
    public record Day(LocalDate date, long clicks, long attributedPurchaseCount, BigDecimal attributedPurchaseAmount) {}
}
