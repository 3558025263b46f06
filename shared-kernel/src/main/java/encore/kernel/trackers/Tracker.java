package encore.kernel.trackers;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A tracker as the API answers it (spec 3, 2: Tracker). */
@RecordBuilder
public record Tracker(
        long trackerId,
        long accountId,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @Nullable String trackerName,
        @Nullable String trackerGroupName,
        @Nullable String targetUrl,
        @Nullable String virtualDomain,
        String trackerKey,
        @Nullable String purchaseEventWildcard,
        @Nullable String trackerUrl,
        @Nullable String trackerMarketingGroupName,
        TrackerNetwork network,
        long attributedPurchaseCount,
        BigDecimal attributedPurchaseAmount,
        long totalTrackerClickCount) {

    /**
     * The form for staff.
     *
     * @param amounts the attributed amounts by currency
     */
    public record Managed(
            @JsonUnwrapped Tracker tracker,
            @Nullable String venueIdWildcard,
            @Nullable Long pageTabId,
            int attributionDays,
            boolean isClickAppended,
            Map<String, BigDecimal> amounts) {
        public Managed {
            amounts = Map.copyOf(amounts);
        }
    }
}
