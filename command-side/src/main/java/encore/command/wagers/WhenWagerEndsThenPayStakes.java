package encore.command.wagers;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.Keyed;
import encore.command.automations.Reactions;
import encore.infra.eventstore.Recorded;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.TabItemEvent.TabItemRemoved;
import encore.kernel.campaigns.TabItemId;
import encore.kernel.campaigns.WagerEvent.WagerDecided;
import encore.kernel.campaigns.WagerEvent.WagerWithdrawn;
import encore.kernel.campaigns.WagerId;
import encore.kernel.campaigns.WagerResult;
import encore.kernel.points.LedgerId;
import encore.kernel.wagers.FanWagerCommand.PayStake;
import encore.kernel.wagers.FanWagerEvent.FanWagerPlaced;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Pays winners, and returns the stakes of a void wager, or of one that was removed with its tab item or campaign. There
 * may be many: they are paid a batch at a time. A stake that was taken while its wager ended is paid when it is folded.
 */
@Component
class WhenWagerEndsThenPayStakes implements Automation {

    static final int BATCH = 500;

    /**
     * A fan's stake, with the data of its payout.
     *
     * @param since the position of the stake: its ordinal among the commands of one event
     */
    record Stake(
            LedgerId ledger,
            WagerId wager,
            String fanWagerUid,
            String fanPointUid,
            long pointCount,
            BigDecimal odds,
            long since) {

        /** Returns the points to pay: nothing for a loser. Fractions of a point are dropped. */
        long payout(WagerResult result) {
            return switch (result) {
                case WINNER ->
                    odds.multiply(BigDecimal.valueOf(pointCount))
                            .setScale(0, RoundingMode.DOWN)
                            .longValueExact();
                case LOSER -> 0;
                case VOID -> pointCount;
            };
        }
    }

    /** The result of a wager, or of all wagers of an item or of a campaign. */
    record Ended(WagerResult result) {}

    @Override
    public Reactions reactions() {
        return Reactions.of(PayStake.class)
                .keeping(Stake.class, Ended.class)
                .on(FanWagerPlaced.class, this::placed)
                .on(WagerDecided.class, (event, at, process) -> end(of(event.wager()), event.result(), process))
                .on(WagerWithdrawn.class, (event, at, process) -> end(of(event.wager()), WagerResult.VOID, process))
                .on(TabItemRemoved.class, (event, at, process) -> end(of(event.tabItem()), WagerResult.VOID, process))
                .on(
                        CampaignDeleted.class,
                        (event, at, process) -> end(of(event.campaign()), WagerResult.VOID, process));
    }

    private void placed(FanWagerPlaced event, Recorded recorded, ProcessContext process) {
        WagerId wager = event.wager();
        var stake = new Stake(
                event.ledger(),
                wager,
                event.fanWagerUid(),
                event.payoutUid(),
                event.pointCount(),
                event.odds(),
                recorded.position());
        Ended ended = Stream.of(
                        of(wager), of(wager.tabItem()), of(wager.tabItem().campaign()))
                .map(key -> process.get(Ended.class, key))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (ended == null) {
            process.put(of(wager) + event.fanWagerUid(), stake);
        } else {
            pay(stake, ended.result(), process);
        }
    }

    private static void end(String under, WagerResult result, ProcessContext process) {
        process.put(under, new Ended(result));
        process.begin(under + " " + under);
    }

    /** Pays one batch. The cursor is the key prefix of everything that ended, and the last key of each batch. */
    @Override
    public @Nullable String step(String cursor, ProcessContext process) {
        String[] place = cursor.split(" ", -1);
        Ended all = Objects.requireNonNull(process.get(Ended.class, place[0]), "the end that began this work");
        List<Keyed<Stake>> batch = process.list(Stake.class, place[0], place[1], BATCH);
        for (Keyed<Stake> each : batch) {
            // A wager that was decided before its item or campaign went keeps its own result.
            Ended own = process.get(Ended.class, of(each.document().wager()));
            pay(each.document(), (own == null ? all : own).result(), process);
            process.remove(Stake.class, each.key());
        }
        return batch.size() < BATCH ? null : place[0] + " " + batch.getLast().key();
    }

    private static void pay(Stake stake, WagerResult result, ProcessContext process) {
        long payout = stake.payout(result);
        if (payout > 0) {
            process.send(
                    stake.since(),
                    new PayStake(stake.ledger(), stake.wager(), stake.fanWagerUid(), stake.fanPointUid(), payout));
        }
    }

    private static String of(WagerId wager) {
        return of(wager.tabItem()) + wager.uid() + "/";
    }

    private static String of(TabItemId item) {
        return of(item.campaign()) + item.number() + "/";
    }

    private static String of(CampaignId campaign) {
        return campaign.account() + "/" + campaign.number() + "/";
    }
}
