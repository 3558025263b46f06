package encore.kernel.purchases;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The product, the shop and the amounts of a purchase; a {@link encore.kernel.Patch} changes them. Amounts have no
 * trailing zeros, so that equal amounts have one spelling.
 */
@RecordBuilder
public record PurchaseDetails(
        @PublishedValue @NotPersonal("the name of a shop or system") @Nullable
        String network,

        @PublishedValue @NotPersonal("a shop's key of a sale") @Nullable
        String purchaseKey,

        @PublishedValue @NotPersonal("a shop's key of an order") @Nullable
        String orderKey,

        @PublishedValue @NotPersonal("a shop's key of a seller") @Nullable
        String merchantKey,

        @PublishedValue @NotPersonal("a shop's key of a location") @Nullable
        String locationKey,

        @PublishedValue @Nullable Instant orderTimestamp,
        @PublishedValue @Nullable BigDecimal grossSaleAmount,
        @PublishedValue @Nullable BigDecimal netSaleAmount,

        @PublishedValue @NotPersonal("a shop's key of a product") @Nullable
        String productKey,

        @NotPersonal("the name of a product") @Nullable String productName,

        @PublishedValue @NotPersonal("a category of products") @Nullable
        String productCategory) {

    public static final PurchaseDetails EMPTY = PurchaseDetailsBuilder.builder().build();

    public PurchaseDetails {
        grossSaleAmount = normalised(grossSaleAmount);
        netSaleAmount = normalised(netSaleAmount);
    }

    private static @Nullable BigDecimal normalised(@Nullable BigDecimal amount) {
        return amount == null
                ? null
                : new BigDecimal(amount.stripTrailingZeros().toPlainString());
    }
}
