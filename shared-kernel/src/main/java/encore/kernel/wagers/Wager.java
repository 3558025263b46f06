package encore.kernel.wagers;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * A wager on offer below a tab item.
 *
 * @param result null until it is known
 */
public record Wager(
        String wagerUid,
        long tabItemId,
        String title,
        String wagerType,
        BigDecimal odds,
        @Nullable WagerResult result) {

    /** @param details the details, with a title and odds */
    public static Wager of(WagerId id, WagerDetails details, @Nullable WagerResult result) {
        return new Wager(
                id.uid(),
                id.tabItem().number(),
                details.title() == null ? "" : details.title(),
                details.wagerType() == null ? WagerDetails.CLASSIC : details.wagerType(),
                details.odds() == null ? BigDecimal.ONE : details.odds(),
                result);
    }
}
