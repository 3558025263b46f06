package encore.kernel.wagers;

import encore.kernel.Command;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.WagerId;
import encore.kernel.fans.FanId;
import encore.kernel.points.Awarded;
import encore.kernel.points.LedgerId;
import encore.kernel.wagers.FanWagerQuery.FindFanWager;
import java.math.BigDecimal;
import java.time.Instant;

/** Everything that can be asked of what fans stake. */
public sealed interface FanWagerCommand<R> extends Command<R> {

    /**
     * Stakes points of a fan on a wager, which stood in the path: of the kind that the campaign's business gives, else of
     * the account's default one. Uids were minted before the command.
     *
     * @param payoutUid of the record of points that pays the fan, or gives the stake back
     * @param at when it was asked for
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
     * Takes a stake from a ledger that has as much. Whether the wager is open was asked before.
     *
     * @param odds what is promised with it
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
     * Pays a fan who won, or gives the stake back: once for each fan wager.
     *
     * @param fanPointUid minted with the stake
     */
    record PayStake(LedgerId ledger, WagerId wager, String fanWagerUid, String fanPointUid, long pointCount)
            implements FanWagerCommand<Awarded> {

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }
}
