package encore.kernel.trackers.records;

import encore.kernel.fans.FanId;
import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import encore.kernel.trackers.TrackerId;
import encore.kernel.trackers.clicks.ClickVisitor;
import encore.kernel.trackers.clicks.DeviceType;
import encore.kernel.trackers.clicks.TrackerClickEvent.TrackerClickRecorded;
import encore.kernel.trackers.purchases.PurchaseVisitor;
import encore.kernel.trackers.purchases.TrackedPurchase;
import encore.kernel.trackers.purchases.TrackerPurchaseEvent;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A click or a purchase as the API answers it (spec 3, 2: Tracker event). Its personal components are null after the fan
 * is erased, or after the month of the visitor ended.
 *
 * @param trackerClickUid of a click its own uid, of a purchase the click that it followed
 * @param isClicked true for a click, false for a purchase
 */
@RecordBuilder
public record TrackerRecord(
        String trackerEventUid,
        @Nullable String trackerClickUid,
        long accountId,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        @Nullable BigDecimal purchaseAmount,
        boolean isClicked,
        @Nullable Long trackerId,
        @Nullable Long fanId,
        @Nullable Long activityId,
        @Contact @Nullable String ipAddress,
        @Nullable DeviceType deviceType,
        @Nullable String province,
        @Nullable String countryCode,
        @Nullable String purchaseEventName,
        @Nullable String hostName,
        @Nullable Long ticketId,
        @Nullable String orderKey,
        @Nullable String purchaseKey,
        @Nullable Long quantity,
        @Contact @Nullable JsonNode purchaseEventDetails,
        @Nullable String currency,
        @Contact @Nullable JsonNode urlParamProps) {

    /** Returns the record of a click. */
    public static TrackerRecord of(TrackerClickRecorded event, Instant at) {
        ClickVisitor visitor = event.visitor();
        return TrackerRecordBuilder.builder()
                .trackerEventUid(event.click().uid())
                .accountId(event.click().account())
                .creationTimestamp(at)
                .isClicked(true)
                .trackerClickUid(event.click().uid())
                .trackerId(event.tracker().number())
                .fanId(number(event.fan()))
                .ipAddress(visitor.ipAddress())
                .deviceType(event.deviceType())
                .province(visitor.province())
                .countryCode(event.countryCode())
                .hostName(visitor.hostName())
                .urlParamProps(visitor.urlParamProps())
                .build();
    }

    /**
     * Returns the record of a purchase.
     *
     * @param event its last event
     * @param visitor the personal data of its first event
     * @param at the time of its first event
     */
    public static TrackerRecord of(TrackerPurchaseEvent event, PurchaseVisitor visitor, Instant at) {
        TrackedPurchase details = event.details();
        TrackerId tracker = event.share().tracker();
        return TrackerRecordBuilder.builder()
                .trackerEventUid(event.purchase().uid())
                .accountId(event.purchase().account())
                .creationTimestamp(at)
                .isClicked(false)
                .trackerClickUid(details.trackerClickUid())
                .purchaseAmount(details.purchaseAmount())
                .trackerId(tracker == null ? null : tracker.number())
                .fanId(number(event.fan()))
                .activityId(details.activityId())
                .ipAddress(visitor.ipAddress())
                .purchaseEventName(details.purchaseEventName())
                .hostName(visitor.hostName())
                .ticketId(details.ticketId())
                .orderKey(details.orderKey())
                .purchaseKey(details.purchaseKey())
                .quantity(details.quantity())
                .purchaseEventDetails(visitor.purchaseEventDetails())
                .currency(details.currency())
                .build();
    }

    private static @Nullable Long number(@Nullable FanId fan) {
        return fan == null ? null : fan.number();
    }
}
