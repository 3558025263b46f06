package encore.kernel.fanwagers;

import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWagerQuery.FindFanWager;
import encore.kernel.points.LedgerId;
import encore.kernel.points.RecordedAward;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import java.math.BigDecimal;
import java.time.Instant;

/** The commands of the stakes of fans. */
public sealed interface FanWagerCommand<R> extends Command<R> {

    /**
     * Stakes points of a fan on a wager. The points are of the type that the campaign's business gives, else of the
     * default type of the account. Uids are generated before the command. The path names the wager, so an unknown one
     * is refused as unknown.
     *
     * @param payoutUid the uid of the later record of points that pays the fan, or returns the stake
     * @param at the time of the request
     */
    record PlaceFanWager(WagerId wager, String fanWagerUid, FanId fan, long pointCount, String payoutUid, Instant at)
            implements FanWagerCommand<PlacedFanWager>, Command.Save<PlacedFanWager, FanWager> {

        @Override
        public WagerId stream() {
            return wager;
        }

        @Override
        public FindFanWager record(PlacedFanWager saved) {
            TabItemId item = wager.tabItem();
            return new FindFanWager(
                    wager.account(), item.campaign().number(), item.number(), wager.uid(), saved.fanWagerUid());
        }
    }

    /**
     * Takes a stake from a ledger; a balance that is too low is refused. The caller has checked that the wager is open.
     *
     * @param odds the odds that are promised to the fan
     */
    record StakePoints(
            LedgerId ledger, WagerId wager, String fanWagerUid, long pointCount, BigDecimal odds, String payoutUid)
            implements FanWagerCommand<PlacedFanWager> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }

    /**
     * Pays a winner, or returns the stake: once for each stake.
     *
     * @param fanPointUid the uid of the record of points, generated with the stake
     */
    record PayStake(LedgerId ledger, WagerId wager, String fanWagerUid, String fanPointUid, long pointCount)
            implements FanWagerCommand<RecordedAward> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }
}
