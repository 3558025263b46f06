package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.ACCOUNT;
import static encore.command.requirements.LoyaltyEvents.BUSINESS;
import static encore.command.requirements.LoyaltyEvents.POINTS;

import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityId;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.quests.QuestId;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A log to which automations write: whoever meets a rule gets the quest or reward some events later, once, as long as
 * there are places. Calls and staff give things too.
 */
final class LiveLog {

    final RulesUnderTest rules = new RulesUnderTest();

    /** The gifts of the automations, by the stream of the rule, in the order in which they gave it. */
    final Map<String, List<Fulfilment>> given = new HashMap<>();

    private final Random random;
    private final Map<String, Long> places = new HashMap<>();
    private final Map<String, Long> taken = new HashMap<>();
    private final Set<String> has = new HashSet<>();
    private final Deque<Fulfilment> outbox = new ArrayDeque<>();
    private final Map<FanId, Long> balances = new HashMap<>();
    private boolean isStated;
    private int read;
    private Instant now = Instant.EPOCH;

    LiveLog(Random random) {
        this.random = random;
    }

    /** Says how many fans may get a reward. */
    void limit(String stream, long limit) {
        places.put(stream, limit);
    }

    LiveLog at(Instant then) {
        now = then;
        rules.at(then);
        return this;
    }

    /** Returns the stamp of the next event. */
    Instant now() {
        return now;
    }

    void when(Event event) {
        rules.when(event);
        collect();
        if (random.nextInt(3) == 0) {
            deliver();
        }
    }

    /** Adds an award as the ledger writes it. The first awards of some logs are of a build that stated no balance. */
    void award(PointsAwarded award) {
        isStated |= award.balance() != null;
        long balance = balances.merge(award.ledger().fan(), award.count(), Long::sum);
        when(PointsEventPointsAwardedBuilder.builder(award)
                .balance(isStated ? balance : null)
                .build());
    }

    /** Carries out all commands that wait. */
    void deliver() {
        while (!outbox.isEmpty()) {
            give(outbox.removeFirst());
        }
    }

    private void collect() {
        outbox.addAll(rules.received.subList(read, rules.received.size()));
        read = rules.received.size();
    }

    private void give(Fulfilment met) {
        String stream = met.rule().stream();
        if (isLeft(stream) && has.add(stream + "/" + met.fanId())) {
            given.computeIfAbsent(stream, first -> new ArrayList<>()).add(met);
            write(stream, met.fanId(), met.at(), met.causes());
        }
    }

    /** A call, or staff, gives something now. */
    void giveByHand(String stream, long fan) {
        deliver();
        if (isLeft(stream) && has.add(stream + "/" + fan)) {
            write(stream, fan, now, List.of());
        }
    }

    private boolean isLeft(String stream) {
        return taken.getOrDefault(stream, 0L) < places.getOrDefault(stream, Long.MAX_VALUE);
    }

    private void write(String stream, long fan, Instant at, List<Long> causes) {
        long number = taken.merge(stream, 1L, Long::sum);
        if (stream.startsWith("quest.")) {
            QuestId quest = StreamId.parse(QuestId.class, stream);
            rules.when(CompletionEventQuestCompletedBuilder.builder()
                    .completion(CompletionId.of(quest, fan))
                    .businessId(BUSINESS)
                    .at(at)
                    .causes(causes)
                    .pointUid(POINTS)
                    .build());
            rules.when(new ActivityRecorded(
                    new ActivityId(ACCOUNT, "of-" + stream + "-" + fan),
                    LoyaltyEvents.fan(fan),
                    "A quest",
                    quest.number(),
                    null,
                    BUSINESS,
                    List.of(),
                    ActivityDetails.NONE,
                    null));
        } else {
            rules.when(RewardEventRewardIssuedBuilder.builder()
                    .reward(StreamId.parse(RewardId.class, stream))
                    .fanId(fan)
                    .businessId(BUSINESS)
                    .number(number)
                    .fanPointUid("uid")
                    .pointUid(POINTS)
                    .pointType("points")
                    .at(at)
                    .causes(causes)
                    .isByHand(causes.isEmpty())
                    .build());
        }
        collect();
    }
}
