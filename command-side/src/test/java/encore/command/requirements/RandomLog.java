package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.completed;
import static encore.command.requirements.LoyaltyEvents.effective;
import static encore.command.requirements.LoyaltyEvents.entered;
import static encore.command.requirements.LoyaltyEvents.eventLinked;
import static encore.command.requirements.LoyaltyEvents.found;
import static encore.command.requirements.LoyaltyEvents.loggedIn;
import static encore.command.requirements.LoyaltyEvents.questCreated;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.registered;
import static encore.command.requirements.LoyaltyEvents.rewardCreated;
import static encore.command.requirements.LoyaltyEvents.rewardForPoints;
import static encore.command.requirements.LoyaltyEvents.scanQuest;
import static encore.command.requirements.LoyaltyEvents.scanned;
import static encore.command.requirements.LoyaltyEvents.tagMade;
import static encore.command.requirements.LoyaltyEvents.tagged;
import static encore.command.requirements.LoyaltyEvents.ticket;
import static encore.command.requirements.LoyaltyEvents.tierAdded;

import encore.kernel.Event;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetailsBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A log in which nobody loses anything: then those who meet a rule when it is made are those who would have met it as it
 * was followed.
 */
final class RandomLog {

    private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");

    /** An event at a stamp. */
    record Stamped(Event event, Instant at) {}

    final List<Stamped> deeds = new ArrayList<>();
    final List<Event> definitions;
    private final Random random;
    private final int fans;

    /** The deeds of an earlier build, whose awards did not state the balance. */
    private final int unstated;

    private final Map<Long, Long> balances = new HashMap<>();
    private final Set<String> once = new HashSet<>();

    RandomLog(long seed, int length, int fans) {
        random = new Random(seed);
        unstated = seed % 3 == 0 ? length / 2 : 0;
        this.fans = fans;
        Instant now = START;
        while (deeds.size() < length) {
            now = now.plusSeconds(random.nextInt(3) * 30L);
            for (Event each : next(now)) {
                deeds.add(new Stamped(each, now));
            }
        }
        definitions = definitions(now);
    }

    private Instant some(Instant until) {
        return START.plusSeconds(random.nextLong(until.getEpochSecond() - START.getEpochSecond() + 1));
    }

    private List<Event> definitions(Instant end) {
        DayOrTime start = new DayOrTime(START.minusSeconds(60).toString());
        DayOrTime until = new DayOrTime(some(end).plusSeconds(30).toString());
        return List.of(
                questCreated(
                        1,
                        QuestType.CAMPAIGN,
                        questDetails()
                                .targetPageTabId(900L)
                                .startDate(start)
                                .endDate(until)
                                .accessRestrictionType(AccessRestriction.FAN_POINTS)
                                .fanPointsRequired(40L)),
                questCreated(
                        2,
                        QuestType.SCAN,
                        scanQuest(some(end), end)
                                .accessRestrictionType(AccessRestriction.QUESTS)
                                .requiredPageTabIds(List.of(50L, 51L))),
                questCreated(3, QuestType.SCAN, scanQuest(START, some(end)).endDate(until)),
                questCreated(
                        4,
                        QuestType.WRISTBAND,
                        questDetails()
                                .performanceUid(LoyaltyEvents.PERFORMANCE)
                                .accessRestrictionType(AccessRestriction.TAG)
                                .tagName("vip")),
                questCreated(
                        5,
                        QuestType.SCAN,
                        scanQuest(START, end)
                                .accessRestrictionType(AccessRestriction.POINT_TIER)
                                .pointTierUid("gold")),
                rewardCreated("p", rewardForPoints(60)),
                rewardCreated("x", rewardForPoints(20).expirationTimestamp(some(end))),
                rewardCreated(
                        "q",
                        RewardDetailsBuilder.builder()
                                .requirementType(RequirementType.QUESTS)
                                .requiredPageTabIds(List.of(51L))),
                rewardCreated(
                        "t",
                        RewardDetailsBuilder.builder()
                                .requirementType(RequirementType.POINT_TIER)
                                .pointTierUid("gold")));
    }

    /** The events that stand at the beginning of each log. */
    static List<Event> tiers() {
        return List.of(tierAdded("gold", 100));
    }

    private List<Event> next(Instant now) {
        long fan = 1 + random.nextInt(fans);
        int thing = random.nextInt(6);
        return switch (random.nextInt(12)) {
            case 0, 1 -> List.of(effective(entered(fan, random.nextBoolean() ? 900 : 901), ofItsOwn(now)));
            case 2 -> List.of(effective(award(fan, null), ofItsOwn(now)));
            case 3 -> {
                long quest = 50 + random.nextInt(2);
                Instant deed = some(now);
                yield once.add("completed " + fan + " " + quest)
                        ? List.of(completed(fan, quest, deed), award(fan, deed))
                        : List.of();
            }
            case 4 -> List.of(loggedIn(fan));
            case 5 -> List.of(tagged(fan, 30 + random.nextInt(2)));
            case 6 -> {
                int tag = 30 + random.nextInt(2);
                yield once.add("tag " + tag) ? List.of(tagMade(tag, tag == 30 ? "VIP" : "other")) : List.of();
            }
            case 7 -> once.add("event " + thing) ? List.of(eventLinked("e" + thing)) : List.of();
            case 8 -> once.add("ticket " + fan) ? List.of(ticket(fan, "t" + fan, "e" + thing)) : List.of();
            case 9 -> {
                Instant made = random.nextBoolean() ? null : some(now);
                yield once.add("registration " + fan)
                        ? List.of(registered(fan, "r" + fan, "e" + thing, random.nextBoolean() ? "band" : null, made))
                        : List.of();
            }
            case 10 -> once.add("found " + fan) ? List.of(found("c" + fan, holder(fan, random.nextInt(3)))) : List.of();
            default -> {
                int kind = random.nextInt(4);
                yield List.of(scanned(kind == 3 ? "code.7.c" + fan : holder(fan, kind), some(now)));
            }
        };
    }

    private static String holder(long fan, int kind) {
        return switch (kind) {
            case 0 -> "ticket.7.t" + fan;
            case 1 -> "registration.7.r" + fan;
            default -> "identifiers.7." + fan;
        };
    }

    /** Returns an earlier time for each third award or entry, as imports give it; null for the others. */
    private Instant ofItsOwn(Instant now) {
        return random.nextInt(3) == 0 ? some(now) : null;
    }

    private PointsAwarded award(long fan, Instant deed) {
        long count = 1 + random.nextInt(40);
        Long balance = balances.merge(fan, count, Long::sum);
        return awarded(fan, count, deeds.size() < unstated ? null : balance, deed);
    }
}
