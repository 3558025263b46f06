package encore.kernel.wagers;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The title, the type and the odds of a wager; a {@link encore.kernel.Patch} changes them.
 *
 * @param title null only in a change; so are the odds
 * @param wagerType null means classic
 * @param odds the points that a winner gets for each staked point
 */
@RecordBuilder
public record WagerDetails(
        @NotPersonal("the title of a wager") @Nullable String title,

        @PublishedValue @NotPersonal("a kind of wager") @Nullable
        String wagerType,

        @PublishedValue @Nullable BigDecimal odds) {

    public static final WagerDetails NONE = WagerDetailsBuilder.builder().build();

    /** The type that {@code classicWagerCount} counts. */
    public static final String CLASSIC = "classic";

    /** Removes trailing zeros, so that equal odds have one spelling. */
    public WagerDetails {
        odds = odds == null ? null : new BigDecimal(odds.stripTrailingZeros().toPlainString());
    }
}
