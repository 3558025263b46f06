package encore.kernel.fanwagers;

import encore.kernel.Event;
import encore.kernel.points.LedgerId;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import org.axonframework.serialization.Revision;

/**
 * Everything that can happen to a stake. Each event is in the stream of the fan's ledger, in one commit with its record
 * of points, so that neither exists without the other.
 */
public sealed interface FanWagerEvent extends Event {

    LedgerId ledger();

    WagerId wager();

    String fanWagerUid();

    /**
     * A fan staked points on a wager.
     *
     * @param odds the odds at that time: the points that a winner gets for each staked point
     * @param payoutUid the uid of the record of points that will pay the fan, or return the stake
     */
    @Revision("1")
    record FanWagerPlaced(
            LedgerId ledger,
            WagerId wager,
            @NotPersonal("a uid of ours") String fanWagerUid,
            long pointCount,
            BigDecimal odds,
            @NotPersonal("a uid of ours") String payoutUid)
            implements FanWagerEvent {}

    /** A winner was paid, or a stake was returned. */
    @Revision("1")
    record FanWagerPaid(
            LedgerId ledger,
            WagerId wager,
            @NotPersonal("a uid of ours") String fanWagerUid,
            @NotPersonal("a uid of ours") String fanPointUid,
            long pointCount)
            implements FanWagerEvent {}
}
