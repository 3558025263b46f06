package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.ACCOUNT;
import static encore.command.requirements.LoyaltyEvents.BUSINESS;
import static encore.command.requirements.LoyaltyEvents.POINTS;
import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.effective;
import static encore.command.requirements.LoyaltyEvents.erased;
import static encore.command.requirements.LoyaltyEvents.eventUnlinked;
import static encore.command.requirements.LoyaltyEvents.questCreated;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.reward;
import static encore.command.requirements.LoyaltyEvents.rewardCreated;
import static encore.command.requirements.LoyaltyEvents.rewardForPoints;
import static encore.command.requirements.LoyaltyEvents.tierChanged;
import static encore.command.requirements.LoyaltyEvents.untagged;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.requirements.RandomLog.Stamped;
import encore.command.requirements.RulesUnderTest.Recorded;
import encore.kernel.Event;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.rules.Fulfilment;
import encore.kernel.requirements.simulations.RuleSimulation;
import encore.kernel.requirements.simulations.SimulatedRule;
import encore.kernel.requirements.simulations.SimulationLine;
import encore.kernel.requirements.simulations.SimulationLine.Change;
import encore.kernel.requirements.simulations.SimulationLine.SimulatedFan;
import encore.kernel.requirements.simulations.SimulationLine.SimulationEnd;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodesId;
import encore.kernel.time.Moment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** One truth: what a simulation says is what automations do. */
class SimulationTruthTest {

    private static final int LOGS = 400;
    private static final RewardId CODES = reward("codes");

    /** A fan, and why. */
    private record Got(long fan, long position, Instant at, List<Long> causes) {
        static Got of(Fulfilment met) {
            return new Got(met.fanId(), met.position(), met.at(), met.causes());
        }

        static Got of(SimulatedFan line) {
            return new Got(line.fanId(), line.position(), line.time(), line.causes());
        }
    }

    @Test
    void a_rule_simulated_from_its_creation_gives_exactly_who_got_it_with_causes_and_order() {
        int lines = 0;
        for (long seed = 0; seed < LOGS; seed++) {
            LiveLog live = live(seed);
            long head = live.rules.log.size();
            for (Recorded each : live.rules.log) {
                SimulatedRule rule = existing(each.event());
                if (rule != null) {
                    List<SimulationLine> received = simulate(
                            live,
                            new RuleSimulation(
                                    rule,
                                    new Moment(each.position(), each.at()),
                                    each.position(),
                                    head,
                                    Long.MAX_VALUE));
                    List<Got> got = live.given.getOrDefault(rule.stream(), List.of()).stream()
                            .map(Got::of)
                            .toList();
                    assertThat(fans(received))
                            .as("seed %s, %s", seed, rule.stream())
                            .isEqualTo(got);
                    assertThat(received)
                            .noneMatch(line -> line instanceof SimulatedFan fan && fan.change() != Change.KEPT);
                    assertThat(((SimulationEnd) received.getLast()).fans()).isEqualTo(got.size());
                    lines += got.size();
                }
            }
        }
        assertThat(lines).isGreaterThan(5_000);
    }

    @Test
    void a_rule_that_is_simulated_and_then_created_gives_the_same_fans() {
        int lines = 0;
        for (long seed = 0; seed < LOGS; seed++) {
            LiveLog live = live(seed);
            long head = live.rules.log.size();
            Instant end = live.rules.log.getLast().at();
            List<Event> definitions = new ArrayList<>();
            for (Recorded each : live.rules.log) {
                if (each.event() instanceof QuestCreated created) {
                    definitions.add(new QuestCreated(
                            new QuestId(ACCOUNT, created.quest().number() + 1_000),
                            BUSINESS,
                            created.questType(),
                            POINTS,
                            null,
                            created.details()));
                } else if (each.event() instanceof RewardCreated created && created.rewardType() == RewardType.BADGE) {
                    definitions.add(new RewardCreated(
                            reward(created.reward().uid() + "-later"),
                            BUSINESS,
                            RewardType.BADGE,
                            POINTS,
                            created.details()));
                }
            }
            LiveLog later = copy(live);
            for (Event definition : definitions) {
                SimulatedRule rule = fresh(definition);
                List<Got> simulated = fans(
                        simulate(live, new RuleSimulation(rule, new Moment(head, end), head, head, Long.MAX_VALUE)));
                later.rules.when(definition);
                List<Got> created = later.rules.received.stream()
                        .filter(met -> met.rule().stream().equals(rule.stream()))
                        .map(Got::of)
                        .limit(limit(definition))
                        .toList();
                assertThat(simulated).as("seed %s, %s", seed, rule.stream()).isEqualTo(created);
                lines += simulated.size();
            }
        }
        assertThat(lines).isGreaterThan(2_000);
    }

    private static long limit(Event definition) {
        return definition instanceof RewardCreated created && created.details().rewardLimit() != null
                ? created.details().rewardLimit()
                : Long.MAX_VALUE;
    }

    /** Returns the same log, without anything that follows from a definition that is made now. */
    private static LiveLog copy(LiveLog log) {
        LiveLog copy = new LiveLog(new Random(0));
        for (Recorded each : log.rules.log) {
            copy.rules.at(each.at()).when(each.event());
        }
        return copy;
    }

    private static List<Got> fans(List<SimulationLine> lines) {
        return lines.stream()
                .filter(SimulatedFan.class::isInstance)
                .map(line -> Got.of((SimulatedFan) line))
                .toList();
    }

    private static List<SimulationLine> simulate(LiveLog log, RuleSimulation simulation) {
        while (!simulation.isOver()) {
            long after = simulation.position();
            List<Recorded> all = log.rules.log;
            // Pages of seven events, as the log is read in pages.
            long end = Math.min(simulation.until(), after + 7);
            for (Recorded each : all.subList((int) after, (int) end)) {
                if (simulation.wanted().contains(each.event().getClass())) {
                    simulation.fold(each.event(), each.position(), each.at());
                }
            }
            simulation.reached(end);
        }
        return simulation.lines();
    }

    private static @Nullable SimulatedRule existing(Event event) {
        return switch (event) {
            case QuestCreated created -> SimulatedRule.ofQuest(created.quest(), state(created), true);
            case RewardCreated created -> SimulatedRule.ofReward(created.reward(), state(created), 0, true);
            default -> null;
        };
    }

    private static SimulatedRule fresh(Event event) {
        return switch (event) {
            case QuestCreated created -> SimulatedRule.ofQuest(created.quest(), state(created), false);
            case RewardCreated created -> SimulatedRule.ofReward(created.reward(), state(created), 0, false);
            default -> throw new IllegalArgumentException(event.toString());
        };
    }

    private static QuestState state(QuestCreated created) {
        return new QuestState(created.businessId(), created.questType(), created.pointUid(), created.details(), false);
    }

    private static RewardState state(RewardCreated created) {
        return new RewardState(
                created.businessId(), created.rewardType(), created.pointUid(), created.details(), 0, false);
    }

    /** Returns a log in which rules begin at any time, and fans also lose what they had. */
    private static LiveLog live(long seed) {
        Random random = new Random(seed * 31 + 7);
        RandomLog source = new RandomLog(seed, 120, 6);
        List<Event> definitions = new ArrayList<>(source.definitions);
        definitions.add(questCreated(6, QuestType.CAMPAIGN, questDetails().targetPageTabId(900L)));
        definitions.add(rewardCreated(
                "first",
                rewardForPoints(25).winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(3L)));
        definitions.add(new RewardCreated(
                CODES,
                BUSINESS,
                RewardType.PRIZE_CODE,
                POINTS,
                rewardForPoints(25).isLimited(true).build()));
        LiveLog live = new LiveLog(random);
        live.limit(reward("first").toString(), 3);
        live.limit(CODES.toString(), 0);
        RandomLog.tiers().forEach(live::when);
        long codes = 0;
        for (Stamped each : source.deeds) {
            live.at(each.at());
            if (!definitions.isEmpty() && random.nextInt(6) == 0) {
                live.when(definitions.remove(random.nextInt(definitions.size())));
            }
            if (each.event() instanceof PointsAwarded award) {
                live.award(award);
            } else {
                live.when(each.event());
            }
            codes = disturb(live, random, codes);
        }
        definitions.forEach(live::when);
        live.deliver();
        return live;
    }

    /** Something that random logs lack. Returns how many codes were added. */
    private static long disturb(LiveLog live, Random random, long codes) {
        long fan = 1 + random.nextInt(6);
        switch (random.nextInt(40)) {
            case 0, 1 ->
                live.award(effective(
                        awarded(fan, -random.nextInt(60), null, null),
                        random.nextBoolean() ? null : live.now().minusSeconds(random.nextInt(2_400))));
            case 2 -> live.when(untagged(fan, 30));
            case 3 -> live.when(tierChanged("gold", 20 + random.nextInt(120)));
            case 4 -> live.when(eventUnlinked("e" + random.nextInt(6)));
            case 5 -> live.giveByHand("quest.7." + (1 + random.nextInt(6)), fan);
            case 6 -> live.giveByHand(random.nextBoolean() ? "reward.7.first" : "reward.7.p", fan);
            case 7 -> {
                live.deliver();
                if (random.nextInt(4) == 0) {
                    live.when(erased(fan));
                }
            }
            case 8, 9 -> {
                live.deliver();
                live.limit(CODES.toString(), codes + 1);
                live.when(new PrizeCodesAdded(
                        new PrizeCodesId(ACCOUNT, Objects.requireNonNull(CODES.uid())), codes, 1, null));
                return codes + 1;
            }
            default -> {}
        }
        return codes;
    }
}
