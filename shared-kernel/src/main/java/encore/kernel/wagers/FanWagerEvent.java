package encore.kernel.wagers;

import encore.kernel.Event;
import encore.kernel.NotPersonal;
import encore.kernel.campaigns.WagerId;
import encore.kernel.points.LedgerId;
import java.math.BigDecimal;
import org.axonframework.serialization.Revision;

/**
 * Everything that can happen to a fan's wager. Each stands in the fan's ledger, in one commit with the record of points
 * that it is about, so there is none without the other.
 */
public sealed interface FanWagerEvent extends Event {

    LedgerId ledger();

    WagerId wager();

    String fanWagerUid();

    /**
     * A fan staked points on a wager.
     *
     * @param odds as they were then: what a winner gets for each point
     * @param payoutUid the record of points that will pay the fan, or give the stake back
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

    /** A fan who won was paid, or has the stake back. */
    @Revision("1")
    record FanWagerPaid(
            LedgerId ledger,
            WagerId wager,
            @NotPersonal("a uid of ours") String fanWagerUid,
            @NotPersonal("a uid of ours") String fanPointUid,
            long pointCount)
            implements FanWagerEvent {}
}
