package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Instant;
import java.util.Locale;

/** The status of a reward. It is computed for a moment, and stored nowhere. */
public enum RewardStatus {
    /** Fans get it. */
    ACTIVE,
    /** It expired, or none is left. */
    ENDED,
    /** It was switched off or deleted. */
    DISABLED;

    /**
     * How much of a reward there is and was given.
     *
     * @param issued how many fans have it
     * @param givenCodes how many of its prize codes some fan has
     * @param codes how many prize codes it has, given ones included
     */
    public record Stock(long issued, long givenCodes, long codes) {}

    /** A status with a sentence that gives its reason. */
    public record Explained(RewardStatus status, String message) {}

    /** Returns the status at a moment, with its reason. */
    public static Explained of(RewardType type, RewardDetails details, Stock stock, boolean isDeleted, Instant now) {
        if (isDeleted) {
            return new Explained(DISABLED, "The reward was deleted.");
        }
        if (Boolean.TRUE.equals(details.isDisabled())) {
            return new Explained(DISABLED, "The reward is switched off.");
        }
        if (details.expirationTimestamp() != null && !now.isBefore(details.expirationTimestamp())) {
            return new Explained(ENDED, "The reward expired.");
        }
        if (details.winnerSelectionModel() == WinnerSelection.FIRST
                && details.rewardLimit() != null
                && stock.issued() >= details.rewardLimit()) {
            return new Explained(ENDED, "As many fans as the reward_limit have the reward.");
        }
        if (type == RewardType.PRIZE_CODE) {
            if (stock.codes() == 0) {
                return new Explained(ENDED, "The reward has no prize codes yet.");
            }
            if (Boolean.TRUE.equals(details.isLimited()) && stock.givenCodes() >= stock.codes()) {
                return new Explained(ENDED, "All prize codes are given.");
            }
        }
        return new Explained(ACTIVE, "The reward is active.");
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
