package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.BUSINESS;
import static encore.command.requirements.LoyaltyEvents.POINTS;
import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.effective;
import static encore.command.requirements.LoyaltyEvents.quest;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.reward;
import static encore.command.requirements.LoyaltyEvents.scanQuest;
import static encore.command.requirements.LoyaltyEvents.tierChanged;
import static encore.command.requirements.LoyaltyEvents.untagged;

import encore.command.requirements.RandomLog.Stamped;
import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A log in which quests of all types and rewards are made, changed, switched off and on, and start ahead, while fans earn
 * and lose what is required.
 */
final class RandomChanges {

    final List<Stamped> events = new ArrayList<>();
    private final Random random;
    private final int fans;
    private final Map<Long, QuestCreated> quests = new HashMap<>();
    private final Map<Long, QuestDetails> questsNow = new HashMap<>();
    private final Map<Long, RewardDetails> rewardsNow = new HashMap<>();
    private final Map<Long, Long> balances = new HashMap<>();
    private Instant now = Instant.EPOCH;

    RandomChanges(long seed, int length, int fans) {
        this.random = new Random(seed * 17 + 3);
        this.fans = fans;
        RandomLog.tiers().forEach(this::add);
        for (Stamped each : new RandomLog(3 * seed + 1, length, fans).deeds) {
            now = each.at();
            if (random.nextInt(3) == 0) {
                add(change());
            }
            if (each.event() instanceof PointsAwarded award) {
                award(award);
            } else {
                add(each.event());
            }
        }
    }

    private void add(Event event) {
        events.add(new Stamped(event, now));
    }

    private void award(PointsAwarded award) {
        long balance = balances.merge(award.ledger().fan().number(), award.count(), Long::sum);
        add(PointsEventPointsAwardedBuilder.builder(award).balance(balance).build());
    }

    private Event change() {
        long fan = 1 + random.nextInt(fans);
        long number = 1 + random.nextInt(8);
        return switch (random.nextInt(10)) {
            case 0 -> {
                long count = -random.nextInt(60);
                Instant effectiveAt = random.nextBoolean() ? null : now.minusSeconds(random.nextInt(2_400));
                yield effective(awarded(fan, count, balances.merge(fan, count, Long::sum)), effectiveAt);
            }
            case 1 -> untagged(fan, 30);
            case 2 -> tierChanged("gold", random.nextInt(120) - 10);
            case 3, 4, 5 -> rewardMadeOrChanged(number);
            default -> questMadeOrChanged(number);
        };
    }

    private Event questMadeOrChanged(long number) {
        QuestCreated created = quests.get(number);
        if (created == null) {
            QuestType type = QuestType.values()[random.nextInt(QuestType.values().length)];
            created = new QuestCreated(
                    quest(number),
                    BUSINESS,
                    type,
                    POINTS,
                    null,
                    redrawn(details(type)).build());
            quests.put(number, created);
            questsNow.put(number, created.details());
            return created;
        }
        QuestDetails before = questsNow.get(number);
        QuestDetails after = redrawn(QuestDetailsBuilder.builder(before)).build();
        questsNow.put(number, after);
        return QuestChanged.of(quest(number), Patch.between(before, after));
    }

    private QuestDetailsBuilder details(QuestType type) {
        return switch (type) {
            case CAMPAIGN, QUICKPICKS -> questDetails().targetPageTabId(900L);
            case SCAN -> scanQuest(now.minusSeconds(3_600), now.plusSeconds(3_600));
            case WRISTBAND -> questDetails().performanceUid(LoyaltyEvents.PERFORMANCE);
            case LINK_URL, CUSTOM -> questDetails();
        };
    }

    /** Draws one or two of the parts that decide anew. */
    private QuestDetailsBuilder redrawn(QuestDetailsBuilder details) {
        for (int i = random.nextInt(2); i < 2; i++) {
            switch (random.nextInt(4)) {
                case 0 -> details.isDisabled(random.nextInt(3) == 0);
                case 1 -> details.startDate(random.nextInt(3) == 0 ? null : nearby());
                case 2 -> details.endDate(random.nextInt(3) > 0 ? null : nearby());
                default -> restrict(details);
            }
        }
        return details;
    }

    private DayOrTime nearby() {
        return new DayOrTime(now.plusSeconds(random.nextInt(2_400) - 800).toString());
    }

    private void restrict(QuestDetailsBuilder details) {
        AccessRestriction[] all = AccessRestriction.values();
        details.accessRestrictionType(random.nextInt(5) == 0 ? null : all[random.nextInt(all.length)])
                .fanPointsRequired(random.nextInt(60) - 5L)
                .pointTierUid("gold")
                .requiredPageTabIds(List.of(50L, 51L).subList(0, 1 + random.nextInt(2)))
                .tagName("vip");
    }

    private Event rewardMadeOrChanged(long number) {
        RewardDetails before = rewardsNow.get(number);
        RewardDetailsBuilder drawn = before == null
                ? RewardDetailsBuilder.builder().rewardTitle("A reward")
                : RewardDetailsBuilder.builder(before);
        RequirementType[] all = RequirementType.values();
        RewardDetails after = drawn.requirementType(all[random.nextInt(all.length)])
                .fanPointsRequired(random.nextInt(80) - 5L)
                .pointTierUid("gold")
                .requiredPageTabIds(List.of(51L))
                .isDisabled(random.nextInt(4) == 0)
                .expirationTimestamp(random.nextInt(4) > 0 ? null : now.plusSeconds(random.nextInt(2_400)))
                .build();
        rewardsNow.put(number, after);
        String uid = "r" + number;
        return before == null
                ? new RewardCreated(reward(uid), BUSINESS, RewardType.BADGE, POINTS, after)
                : RewardChanged.of(reward(uid), BUSINESS, Patch.between(before, after));
    }
}
