package encore.kernel.wagers;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.WireTime;
import encore.kernel.campaigns.WagerResult;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a fan staked on a wager.
 *
 * @param odds as they were when it was staked
 * @param creditPointCount what the fan was paid, or got back
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

    /** Says how it ended, which is how the wager did. */
    public enum State {
        PENDING,
        WINNER,
        LOSER,
        VOID;

        /** @param result null until it is known */
        public static State of(@Nullable WagerResult result) {
            return result == null ? PENDING : valueOf(result.name());
        }

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
