package encore.kernel.fanwagers;

import encore.kernel.Event;
import encore.kernel.points.LedgerId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.axonframework.serialization.Revision;

/**
 * Everything that can happen to a stake. Each event is in the stream of the fan's ledger, in one commit with its record
 * of points, so that neither exists without the other.
 */
public sealed interface FanWagerEvent extends Event {

    LedgerId ledger();

    WagerId wager();

    String fanWagerUid();

    /** Returns the points that a winner gets. Fractions of a point are dropped. */
    static long winnings(long pointCount, BigDecimal odds) {
        return odds.multiply(BigDecimal.valueOf(pointCount))
                .setScale(0, RoundingMode.DOWN)
                .min(BigDecimal.valueOf(Long.MAX_VALUE))
                .longValueExact();
    }

    /**
     * A fan staked points on a wager.
     *
     * @param odds the odds at that time: the points that a winner gets for each staked point
     * @param payoutUid the uid of the record of points that will pay the fan, or return the stake
     */
    @Revision("1")
    record FanWagerPlaced(
            @PublishedValue LedgerId ledger,
            @PublishedValue WagerId wager,
            @PublishedValue @NotPersonal("a uid of ours") String fanWagerUid,
            @PublishedValue long pointCount,
            @PublishedValue BigDecimal odds,
            @NotPersonal("a uid of ours") String payoutUid)
            implements FanWagerEvent {

        /** Returns the most that the stake can be paid: a winner's points, or the stake itself if the wager is void. */
        public long highestPayout() {
            return Math.max(winnings(pointCount, odds), pointCount);
        }
    }

    /** A winner was paid, or a stake was returned. */
    @Revision("1")
    record FanWagerPaid(
            @PublishedValue LedgerId ledger,
            @PublishedValue WagerId wager,
            @PublishedValue @NotPersonal("a uid of ours") String fanWagerUid,
            @PublishedValue @NotPersonal("a uid of ours") String fanPointUid,
            @PublishedValue long pointCount)
            implements FanWagerEvent {}
}
