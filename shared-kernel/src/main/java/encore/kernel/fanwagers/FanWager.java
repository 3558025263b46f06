package encore.kernel.fanwagers;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.time.WireTime;
import encore.kernel.wagers.WagerResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The stake of a fan on a wager.
 *
 * @param odds the odds at the time of the stake
 * @param creditPointCount the points that the fan was paid, or got back
 */
public record FanWager(
        String fanWagerUid,
        long pageTabId,
        long tabItemId,
        String wagerUid,
        long fanId,
        String pointUid,
        long pointCount,
        BigDecimal odds,
        State state,
        long creditPointCount,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    /** The state of a stake, which follows from the result of its wager. */
    public enum State {
        PENDING,
        WINNER,
        LOSER,
        VOID;

        /**
         * Returns the state that follows from the result of the wager.
         *
         * @param result null until it is known
         */
        public static State of(@Nullable WagerResult result) {
            return result == null ? PENDING : valueOf(result.name());
        }

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
