package encore.kernel.purchases;

import encore.kernel.privacy.Contact;
import encore.kernel.records.StrictMapping;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.mapstruct.Mapper;

/**
 * A purchase as the API answers it. Its personal components are null after the fan is erased.
 *
 * @param deductionAmount the gross amount less the net amount
 */
@RecordBuilder
public record Purchase(
        long accountId,
        @Nullable String network,
        @Nullable String purchaseKey,
        @Nullable String orderKey,
        @Nullable String locationKey,
        @Nullable String merchantKey,
        @Contact @Nullable String customerKey,
        @Nullable Long fanId,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant orderTimestamp,
        @Nullable BigDecimal grossSaleAmount,
        @Nullable BigDecimal netSaleAmount,
        @Nullable BigDecimal deductionAmount,
        @Nullable String productKey,
        @Nullable String productName,
        @Nullable String productCategory,
        @Contact @Nullable String email,
        @Contact @Nullable String phone,
        @Nullable String countryCode,
        @Nullable String province,
        @Nullable String city) {

    /** Returns the purchase that an event describes. */
    public static Purchase of(PurchaseEvent.PurchaseState event) {
        PurchaseDetails details = event.details();
        BigDecimal gross = details.grossSaleAmount();
        BigDecimal net = details.netSaleAmount();
        return PurchaseMapper.MAPPER.purchase(
                details,
                event.purchaser(),
                event.purchase().account(),
                event.fan() == null ? null : event.fan().number(),
                gross == null || net == null ? null : gross.subtract(net));
    }

    @Mapper(config = StrictMapping.class)
    interface PurchaseMapper {

        PurchaseMapper MAPPER = new Purchase$PurchaseMapperGenerated();

        Purchase purchase(
                PurchaseDetails details,
                Purchaser purchaser,
                long accountId,
                @Nullable Long fanId,
                @Nullable BigDecimal deductionAmount);
    }
}
