package encore.kernel.campaigns;

import encore.kernel.NotPersonal;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Says what a wager is on and what it pays; a {@link encore.kernel.Patch} changes it.
 *
 * @param title only a change has none, likewise the odds
 * @param wagerType classic where nothing is said
 * @param odds what a winner gets for each point staked
 */
public record WagerDetails(
        @NotPersonal("what is wagered on") @Nullable String title,
        @NotPersonal("a kind of wager") @Nullable String wagerType,
        @Nullable BigDecimal odds) {

    public static final WagerDetails NONE = new WagerDetails(null, null, null);

    /** The type that is counted apart. */
    public static final String CLASSIC = "classic";

    /** The same odds are equal, however many zeros are behind them. */
    public WagerDetails {
        odds = odds == null ? null : new BigDecimal(odds.stripTrailingZeros().toPlainString());
    }
}
