package encore.query.adstats;

import encore.kernel.adstats.AdDay;
import encore.kernel.tickets.sales.Money;
import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A number of a day of an ad campaign. Documents refer to columns by their order, so new ones come last. */
enum AdColumn {
    BUDGET(true, day -> parts(day.budgetAmount())),
    SPEND(true, day -> parts(day.spend())),
    IMPRESSIONS(false, day -> day.traffic().impressions()),
    CLICKS(false, day -> day.traffic().clicks()),
    LINK_CLICKS(false, day -> day.traffic().linkClicks()),
    REACH(false, day -> day.traffic().reach()),
    CONVERSION_AMOUNT(true, day -> parts(day.conversions().conversionAmount())),
    CONVERSIONS(false, day -> day.conversions().conversionCount()),
    OFFLINE_AMOUNT(true, day -> parts(day.conversions().offlineConversionAmount())),
    OFFLINE_CONVERSIONS(false, day -> day.conversions().offlineConversionCount()),
    CUSTOM_AMOUNT(true, day -> parts(day.conversions().customConversionAmount())),
    CUSTOM_CONVERSIONS(false, day -> day.conversions().customConversionCount()),
    CUSTOM_OFFLINE_AMOUNT(true, day -> parts(day.conversions().customOfflineConversionAmount())),
    CUSTOM_OFFLINE_CONVERSIONS(false, day -> day.conversions().customOfflineConversionCount());

    private final boolean amount;
    private final Function<AdDay, @Nullable Long> value;

    AdColumn(boolean amount, Function<AdDay, @Nullable Long> value) {
        this.amount = amount;
        this.value = value;
    }

    /** Whether its values are amounts, in ten-thousandths of a unit. */
    boolean isAmount() {
        return amount;
    }

    @Nullable
    Long of(AdDay day) {
        return value.apply(day);
    }

    private static @Nullable Long parts(@Nullable BigDecimal amount) {
        return amount == null ? null : Money.of(amount).parts();
    }
}
