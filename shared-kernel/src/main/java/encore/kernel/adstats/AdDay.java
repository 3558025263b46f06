package encore.kernel.adstats;

import encore.kernel.privacy.NotPersonal;
import java.math.BigDecimal;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of an ad campaign on one day. Amounts are in the account's currency and have no trailing zeros.
 *
 * @param statDate a day from 2000-01-01 to 2099-12-31
 * @param budgetAmount the budget on that day: a state, which is not added up over days
 */
public record AdDay(
        LocalDate statDate,
        @NotPersonal("the name of an ad campaign") @Nullable String campaignName,
        @Nullable BigDecimal budgetAmount,
        @Nullable BigDecimal spend,
        AdTraffic traffic,
        AdConversions conversions) {

    public static final LocalDate FIRST = LocalDate.of(2000, 1, 1);
    public static final LocalDate LAST = LocalDate.of(2099, 12, 31);
}
