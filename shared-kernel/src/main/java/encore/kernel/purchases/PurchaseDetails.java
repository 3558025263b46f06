package encore.kernel.purchases;

import encore.kernel.privacy.NotPersonal;
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
        @NotPersonal("the name of a shop or system") @Nullable
        String network,

        @NotPersonal("a shop's key of a sale") @Nullable String purchaseKey,
        @NotPersonal("a shop's key of an order") @Nullable String orderKey,
        @NotPersonal("a shop's key of a seller") @Nullable String merchantKey,

        @NotPersonal("a shop's key of a location") @Nullable String locationKey,

        @Nullable Instant orderTimestamp,
        @Nullable BigDecimal grossSaleAmount,
        @Nullable BigDecimal netSaleAmount,

        @NotPersonal("a shop's key of a product") @Nullable String productKey,

        @NotPersonal("the name of a product") @Nullable String productName,
        @NotPersonal("a category of products") @Nullable String productCategory) {

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
