package encore.command.fanwagers;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.ProcessContext.KeyedDocument;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.campaigns.CampaignEvent.CampaignDeleted;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fanwagers.FanWagerCommand.PayStake;
import encore.kernel.fanwagers.FanWagerEvent;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.points.LedgerId;
import encore.kernel.tabitems.TabItemEvent.TabItemRemoved;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerEvent.WagerDecided;
import encore.kernel.wagers.WagerEvent.WagerWithdrawn;
import encore.kernel.wagers.WagerId;
import encore.kernel.wagers.WagerResult;
import java.math.BigDecimal;
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

        /** Returns the points to pay: nothing for a loser. */
        long payout(WagerResult result) {
            return switch (result) {
                case WINNER -> FanWagerEvent.winnings(pointCount, odds);
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
                .on(WagerDecided.class, (event, at, process) -> end(keyPrefix(event.wager()), event.result(), process))
                .on(
                        WagerWithdrawn.class,
                        (event, at, process) -> end(keyPrefix(event.wager()), WagerResult.VOID, process))
                .on(
                        TabItemRemoved.class,
                        (event, at, process) -> end(keyPrefix(event.tabItem()), WagerResult.VOID, process))
                .on(
                        CampaignDeleted.class,
                        (event, at, process) -> end(keyPrefix(event.campaign()), WagerResult.VOID, process));
    }

    private void placed(FanWagerPlaced event, RecordedEvent recordedEvent, ProcessContext process) {
        WagerId wager = event.wager();
        var stake = new Stake(
                event.ledger(),
                wager,
                event.fanWagerUid(),
                event.payoutUid(),
                event.pointCount(),
                event.odds(),
                recordedEvent.position());
        Ended ended = Stream.of(
                        keyPrefix(wager),
                        keyPrefix(wager.tabItem()),
                        keyPrefix(wager.tabItem().campaign()))
                .map(key -> process.get(Ended.class, key))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (ended == null) {
            process.put(keyPrefix(wager) + event.fanWagerUid(), stake);
        } else {
            pay(stake, ended.result(), process);
        }
    }

    private static void end(String prefix, WagerResult result, ProcessContext process) {
        process.put(prefix, new Ended(result));
        process.beginLongWork(prefix + " " + prefix);
    }

    /** Pays one batch. The cursor is the key prefix of everything that ended, and the last key of each batch. */
    @Override
    public @Nullable String continueLongWork(String cursor, ProcessContext process) {
        String[] place = cursor.split(" ", -1);
        Ended all = Objects.requireNonNull(process.get(Ended.class, place[0]), "the end that began this work");
        List<KeyedDocument<Stake>> batch = process.list(Stake.class, place[0], place[1], BATCH);
        for (KeyedDocument<Stake> each : batch) {
            // A wager that was decided before its item or campaign went keeps its own result.
            Ended own = process.get(Ended.class, keyPrefix(each.document().wager()));
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

    private static String keyPrefix(WagerId wager) {
        return keyPrefix(wager.tabItem()) + wager.uid() + "/";
    }

    private static String keyPrefix(TabItemId item) {
        return keyPrefix(item.campaign()) + item.number() + "/";
    }

    private static String keyPrefix(CampaignId campaign) {
        return campaign.account() + "/" + campaign.number() + "/";
    }
}
