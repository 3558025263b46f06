package encore.kernel.trackers.purchases;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The data of a purchase that is not personal.
 *
 * @param sourceKey the shop's key of the report, honoured once
 * @param trackerClickUid the click that it followed
 * @param purchaseTimestamp the time that decides about its tracker
 * @param currency ISO 4217; null for the account's
 * @param ticketId the ticket that it paid
 */
@RecordBuilder
public record TrackedPurchase(
        @NotPersonal("the name of a product or show") @Nullable
        String purchaseEventName,

        @NotPersonal("a shop's key of a report") @Nullable String sourceKey,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String trackerClickUid,

        @PublishedValue Instant purchaseTimestamp,
        @PublishedValue @Nullable BigDecimal purchaseAmount,
        @PublishedValue @NotPersonal("a currency") @Nullable String currency,
        @PublishedValue @Nullable Long quantity,

        @PublishedValue @NotPersonal("a shop's key of an order") @Nullable
        String orderKey,

        @PublishedValue @NotPersonal("a shop's key of a sale") @Nullable
        String purchaseKey,

        @PublishedValue @Nullable Long ticketId,
        @PublishedValue @Nullable Long activityId,

        @NotPersonal("the location of a show or shop") @Nullable
        String venueId) {

    public TrackedPurchase {
        purchaseAmount = purchaseAmount == null
                ? null
                : new BigDecimal(purchaseAmount.stripTrailingZeros().toPlainString());
    }

    /** Returns the same purchase of a click. */
    public TrackedPurchase withClick(@Nullable String clickUid) {
        return TrackedPurchaseBuilder.builder(this).trackerClickUid(clickUid).build();
    }
}
