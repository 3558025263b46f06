package encore.kernel.trackers.records;

import encore.kernel.trackers.TrackerId;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The places of a tracker event in the log, with its share in the numbers of its tracker.
 *
 * @param position of its first event
 * @param told the position of its last event
 * @param recorded the time of its first event
 * @param share null for a click, and for a purchase that counts for no tracker
 */
public record TrackerRecordRow(
        long account,
        long position,
        long told,
        Instant recorded,
        boolean isClicked,
        @Nullable String purchaseEventName,
        @Nullable Long fanId,
        @Nullable CountedShare share) {

    /**
     * The part of a tracker's numbers that a purchase makes.
     *
     * @param orderKey null for a purchase that counts alone
     * @param currency empty for none
     */
    public record CountedShare(TrackerId tracker, @Nullable String orderKey, String currency, BigDecimal amount) {}
}
