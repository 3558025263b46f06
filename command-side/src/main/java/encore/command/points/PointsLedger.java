package encore.command.points;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.KnownRewards;
import encore.command.lookups.PageTabs;
import encore.infra.eventstore.Facts;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.PayCompletion;
import encore.kernel.completions.CompletionEvent.CompletionPaid;
import encore.kernel.completions.CompletionId;
import encore.kernel.fanwagers.FanWagerCommand.PayStake;
import encore.kernel.fanwagers.FanWagerCommand.StakePoints;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.fanwagers.PlacedFanWager;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.ReadBalance;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.RecordedAward;
import encore.kernel.points.ledgers.LedgerBalance;
import encore.kernel.rewards.RewardId;
import encore.kernel.shows.scores.ScoreCommand.PayLivePoints;
import encore.kernel.shows.scores.ScoreEvent;
import encore.kernel.shows.scores.ScoreEvent.LivePointsPaid;
import encore.kernel.wagers.WagerId;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A fan's points of one type. An award key counts once, and a stake is never higher than the balance. */
@Aggregate
class PointsLedger {

    /** Half of the largest balance, so that lost stakes leave room for awards. */
    private static final long MAX_PROMISED = Long.MAX_VALUE / 2;

    @AggregateIdentifier
    private @Nullable LedgerId id;

    private long balance;

    /**
     * The most that all stakes can be paid, less what was paid. A stake that was lost stays in it, since the ledger does
     * not learn of that.
     */
    private long promised;

    PointsLedger() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedAward decide(AwardPoints command, Streams streams, Facts facts, Once once) {
        theCountIsNotZeroAndNotBeyondReason(command.count());
        streams.mustBeOpen(command.ledger().fan(), "fan_id");
        streams.mustBeOpen(command.ledger().pointType(), "point_uid");
        String key = command.details().awardKey();
        return key == null
                ? award(command, streams, facts)
                : once.perKey(
                        awardKey(key), command.count(), RecordedAward.class, () -> award(command, streams, facts));
    }

    private static Once.Key awardKey(String value) {
        return new Once.Key("award", "award_key", value);
    }

    /** Awards points. The page_tab_id and the reward are checked here, since a key outlives them. */
    private RecordedAward award(AwardPoints command, Streams streams, Facts facts) {
        Long pageTabId = command.details().pageTabId();
        if (pageTabId != null) {
            PageTabs.mustBeOpen(command.ledger().account(), pageTabId, streams);
        }
        String reward = command.details().rewardUid();
        if (reward != null) {
            KnownRewards.mustExist(new RewardId(command.ledger().account(), reward), "reward_uid", streams);
        }
        theFanDidThat(command, facts);
        theWinningsStillFit(command.count());
        apply(PointsAwarded.of(command, balanceAfter(command.count())));
        return new RecordedAward(command.ledger().fan().number(), command.fanPointUid());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PlacedFanWager decide(StakePoints command, Streams streams) {
        streams.mustBeOpen(command.ledger().fan(), "fan_id");
        theFanHas(command.pointCount());
        var placed = new FanWagerPlaced(
                command.ledger(),
                command.wager(),
                command.fanWagerUid(),
                command.pointCount(),
                command.odds(),
                command.payoutUid());
        aBalanceCanHoldTheWinnings(placed);
        addPoints(command.ledger(), command.fanWagerUid(), -command.pointCount(), command.wager());
        apply(placed);
        return new PlacedFanWager(command.fanWagerUid());
    }

    @CommandHandler
    RecordedAward decide(PayStake command, Streams streams, Once once) {
        streams.mustBeOpen(command.ledger().fan(), "fan_id");
        var key = new Once.Key("payout", "fan_wager_uid", command.fanWagerUid());
        return once.perKey(key, command.pointCount(), RecordedAward.class, () -> pay(command));
    }

    private RecordedAward pay(PayStake command) {
        addPoints(command.ledger(), command.fanPointUid(), command.pointCount(), command.wager());
        apply(new FanWagerPaid(
                command.ledger(), command.wager(), command.fanWagerUid(), command.fanPointUid(), command.pointCount()));
        return new RecordedAward(command.ledger().fan().number(), command.fanPointUid());
    }

    /**
     * Adds the points of a completed quest, once. Its activity was recorded with the completion, and a quest that was
     * deleted since still pays.
     */
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    CompletedQuest decide(PayCompletion command, Streams streams, Once once) {
        streams.mustBeOpen(command.ledger().fan(), "fan_id");
        String quest = Long.toString(command.completion().pageTabId());
        var key = new Once.Key("quest", "page_tab_id", quest);
        once.perKey(key, command.count(), RecordedAward.class, () -> pay(command));
        return new CompletedQuest(command.activityId());
    }

    private RecordedAward pay(PayCompletion command) {
        theWinningsStillFit(command.count());
        CompletionId completion = command.completion();
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(completion.pageTabId())
                .activityId(command.activityId())
                .quest(command.award())
                .effectiveAt(command.effectiveAt())
                .build();
        var award = new AwardPoints(command.ledger(), command.fanPointUid(), command.count(), "quest", details);
        apply(PointsAwarded.of(award, balanceAfter(command.count())));
        apply(new CompletionPaid(
                command.ledger(), completion, completion.pageTabId(), command.fanPointUid(), command.count()));
        return new RecordedAward(command.ledger().fan().number(), command.fanPointUid());
    }

    /**
     * Adds points of a live show, once for each key. They were counted when the fan got them, so they are added whatever
     * became of the campaign.
     */
    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    RecordedAward decide(PayLivePoints command, Streams streams, Once once) {
        streams.mustBeOpen(command.ledger().fan(), "fan_id");
        var key = new Once.Key("live", "live_key", command.liveKey());
        return once.perKey(key, command.count(), RecordedAward.class, () -> pay(command, streams));
    }

    private RecordedAward pay(PayLivePoints command, Streams streams) {
        theWinningsStillFit(command.count());
        long account = command.ledger().account();
        String activity = command.activityUid();
        long activityId = activity == null ? 0 : streams.firstPosition(new ActivityId(account, activity));
        var details = AwardDetailsBuilder.builder(AwardDetails.NONE)
                .pageTabId(command.player().campaign().number())
                .activityId(activityId == 0 ? null : (Long) activityId)
                .build();
        var award =
                new AwardPoints(command.ledger(), command.fanPointUid(), command.count(), ScoreEvent.SOURCE, details);
        apply(PointsAwarded.of(award, balanceAfter(command.count())));
        apply(new LivePointsPaid(
                command.ledger(), command.player(), command.liveKey(), command.fanPointUid(), command.count()));
        return new RecordedAward(command.ledger().fan().number(), command.fanPointUid());
    }

    @CommandHandler
    LedgerBalance decide(ReadBalance command) {
        return new LedgerBalance(balance);
    }

    private void addPoints(LedgerId ledger, String fanPointUid, long count, WagerId wager) {
        long page = wager.tabItem().campaign().number();
        var details =
                AwardDetailsBuilder.builder(AwardDetails.NONE).pageTabId(page).build();
        apply(PointsAwarded.of(new AwardPoints(ledger, fanPointUid, count, "wager", details), balanceAfter(count)));
    }

    private void theFanHas(long stake) {
        if (stake < 1 || stake > PointsCommand.MAX_POINTS || stake > balance) {
            throw new Refusal(
                    RULE,
                    "balance-too-low",
                    "point_count",
                    "A stake is at least one point and at most the fan's balance.");
        }
    }

    private void aBalanceCanHoldTheWinnings(FanWagerPlaced placed) {
        long payout = placed.highestPayout();
        if (payout > MAX_PROMISED - promised || payout > Long.MAX_VALUE - promised - balance + placed.pointCount()) {
            throw new Refusal(
                    RULE,
                    "balance-out-of-range",
                    "point_count",
                    "A balance could not hold the winnings of this stake together with those of the fan's others.");
        }
    }

    /**
     * Checks that the activity is the fan's. It may have just been recorded and be in no projection yet, so it is read
     * from the log.
     */
    private static void theFanDidThat(AwardPoints command, Facts facts) {
        Long activityId = command.details().activityId();
        ActivityRecorded activity = activityId == null ? null : facts.eventAt(activityId, ActivityRecorded.class);
        if (activityId != null
                && (activity == null || !activity.fan().equals(command.ledger().fan()))) {
            throw new Refusal(RULE, "unknown-id", "activity_id", "This fan has no activity with this activity_id.");
        }
    }

    private static void theCountIsNotZeroAndNotBeyondReason(long count) {
        if (count == 0 || count > PointsCommand.MAX_POINTS || count < -PointsCommand.MAX_POINTS) {
            throw new Refusal(
                    RULE,
                    "point-count-out-of-range",
                    "point_count",
                    "A point count is from -1000000000000 to 1000000000000 and not zero.");
        }
    }

    /** Checks that the stakes that were taken can be paid after an award. */
    private void theWinningsStillFit(long count) {
        if (count > 0 && balance > Long.MAX_VALUE - promised - count) {
            throw outOfRange();
        }
    }

    private long balanceAfter(long count) {
        try {
            return Math.addExact(balance, count);
        } catch (ArithmeticException tooMuch) {
            throw outOfRange();
        }
    }

    private static Refusal outOfRange() {
        return new Refusal(
                RULE,
                "balance-out-of-range",
                "point_count",
                "The balance would exceed the range of 64 bits, also together with the winnings of the fan's stakes.");
    }

    @EventSourcingHandler
    void evolve(PointsAwarded event) {
        id = event.ledger();
        balance += event.count();
    }

    /** An older log may have stakes that promise more. */
    @EventSourcingHandler
    void evolve(FanWagerPlaced event) {
        promised += Math.min(event.highestPayout(), MAX_PROMISED - promised);
    }

    @EventSourcingHandler
    void evolve(FanWagerPaid event) {
        promised -= Math.min(event.pointCount(), promised);
    }
}
