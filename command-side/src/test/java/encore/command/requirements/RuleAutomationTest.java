package encore.command.requirements;

import static encore.command.requirements.LoyaltyEvents.awarded;
import static encore.command.requirements.LoyaltyEvents.entered;
import static encore.command.requirements.LoyaltyEvents.issued;
import static encore.command.requirements.LoyaltyEvents.loggedIn;
import static encore.command.requirements.LoyaltyEvents.questChanged;
import static encore.command.requirements.LoyaltyEvents.questCreated;
import static encore.command.requirements.LoyaltyEvents.questDeleted;
import static encore.command.requirements.LoyaltyEvents.questDetails;
import static encore.command.requirements.LoyaltyEvents.rewardChanged;
import static encore.command.requirements.LoyaltyEvents.rewardCreated;
import static encore.command.requirements.LoyaltyEvents.rewardForPoints;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.Automation;
import encore.command.automations.AutomationUnderTest;
import encore.command.requirements.RulesUnderTest.RuleMatch;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.QuestTerms;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodesId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RuleAutomationTest {

    private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");
    private final AutomationUnderTest quests = new AutomationUnderTest(new WhenDeedDoneThenCompleteQuest());
    private final AutomationUnderTest rewards = new AutomationUnderTest(new WhenRequirementMetThenIssueReward());

    private static QuestDetailsBuilder entryQuest() {
        return questDetails().targetPageTabId(900L).startDate(new DayOrTime("2026-05-01"));
    }

    @Test
    void the_command_says_the_deed_and_the_terms_of_its_time() {
        quests.at(START)
                .given(questCreated(
                        5,
                        QuestType.CAMPAIGN,
                        entryQuest()
                                .performanceUid("show")
                                .rewardType(QuestReward.FAN_POINTS)
                                .fanPointsReward(20L)))
                .when(entered(1, 900));
        quests.expect(new CompleteQuest(
                new CompletionId(7, 5, 1),
                new CompletionDraft(
                        null,
                        START,
                        List.of(2L),
                        new QuestTerms(70, "A quest", LoyaltyEvents.POINTS, 20L, null, "show"),
                        null)));
        quests.given(questChanged(5, QuestDetailsBuilder.builder().fanPointsReward(30L)))
                .given(questChanged(5, QuestDetailsBuilder.builder().questTitle("Another")))
                .when(entered(2, 900));
        assertThat(quests.named()).singleElement().satisfies(command -> {
            QuestTerms terms = ((CompleteQuest) command).draft().terms();
            assertThat(terms.pointsReward()).isEqualTo(30);
            assertThat(terms.title()).isEqualTo("Another");
        });
    }

    @Test
    void a_reward_is_issued_with_the_time_and_the_causes_and_a_random_uid() {
        rewards.at(START)
                .given(rewardCreated("r", rewardForPoints(100)), loggedIn(1), entered(1, 900))
                .when(awarded(1, 100, 100));
        assertThat(rewards.named()).singleElement().isInstanceOfSatisfying(IssueReward.class, issue -> {
            assertThat(issue.reward()).isEqualTo(new RewardId(7, "r"));
            assertThat(issue.fanId()).isEqualTo(1);
            assertThat(issue.at()).isEqualTo(START);
            assertThat(issue.causes()).containsExactly(2L, 3L, 4L);
            assertThat(issue.isByHand()).isFalse();
            assertThat(issue.fanPointUid()).hasSize(36);
        });
    }

    @Test
    void causes_wait_while_a_rule_is_applied_to_the_past_and_come_behind_it() {
        for (int steps = 0; steps < 12; steps++) {
            AutomationUnderTest each = new AutomationUnderTest(new WhenRequirementMetThenIssueReward());
            each.at(START).given(met(1)).given(met(2)).holdingWork(true);
            each.when(rewardCreated("r", limited(2)));
            for (int i = 0; i < steps; i++) {
                each.step();
            }
            each.when(met(3));
            each.holdingWork(false).when(met(4));
            assertThat(fans(each)).as("behind " + steps + " steps").containsExactly(1L, 2L, 3L, 4L);
            assertThat(each.requests().subList(0, 2)).containsExactly("7/1", "7/2");
            assertThat(each.requests().get(2)).startsWith("10/");
            assertThat(each.entries()).noneMatch(key -> key.contains("/replay/") || key.contains("Progress"));
        }
    }

    private static RewardDetailsBuilder limited(long places) {
        return rewardForPoints(100).winnerSelectionModel(WinnerSelection.FIRST).rewardLimit(places);
    }

    private static Event[] met(long fan) {
        return new Event[] {loggedIn(fan), entered(fan, 900), awarded(fan, 100, 100)};
    }

    private static List<Long> fans(AutomationUnderTest automation) {
        return automation.named().stream()
                .map(command -> ((IssueReward) command).fanId())
                .toList();
    }

    @Test
    void a_newer_change_ends_the_older_work() {
        rewards.at(START).given(met(1)).holdingWork(true);
        rewards.when(rewardCreated("r", rewardForPoints(100)));
        rewards.step();
        rewards.when(rewardChanged("r", RewardDetailsBuilder.builder().fanPointsRequired(200L)));
        rewards.step();
        rewards.when(awarded(1, 100, 200));
        rewards.holdingWork(false);
        assertThat(fans(rewards)).containsExactly(1L);
        assertThat(rewards.requests().getFirst()).startsWith("6/");
    }

    @Test
    void a_deleted_quest_ends_its_work_and_leaves_no_documents() {
        quests.at(START).given(entered(1, 900)).holdingWork(true);
        quests.when(questCreated(
                5,
                QuestType.CAMPAIGN,
                entryQuest().accessRestrictionType(AccessRestriction.FAN_POINTS).fanPointsRequired(10L)));
        for (int i = 0; i < 3; i++) {
            quests.step();
        }
        quests.when(questDeleted(5)).holdingWork(false).when(awarded(1, 10, 10));
        assertThat(quests.named()).isEmpty();
        assertThat(quests.entries()).allMatch(key -> key.startsWith("document/FirstActivity/"));
    }

    @Test
    void a_changed_reward_leaves_documents_of_its_last_version_alone() {
        rewards.at(START).given(rewardCreated("r", rewardForPoints(100)), awarded(1, 100, 100), awarded(2, 50, 50));
        assertThat(rewards.entries()).contains("document/ReachedReward/7.1/reward.7.r@1");
        rewards.when(rewardChanged("r", RewardDetailsBuilder.builder().fanPointsRequired(40L)));
        assertThat(rewards.entries())
                .filteredOn(key -> key.matches("document/(Gate|ReachedReward|Balance)/.*"))
                .containsExactly(
                        "document/Gate/reward.7.r@4/1",
                        "document/Gate/reward.7.r@4/2",
                        "document/ReachedReward/7.1/reward.7.r@4",
                        "document/ReachedReward/7.2/reward.7.r@4");
        rewards.when(loggedIn(2), entered(2, 900));
        assertThat(fans(rewards)).containsExactly(2L);
        assertThat(rewards.entries()).doesNotContain("document/ReachedReward/7.2/reward.7.r@4");
    }

    @Test
    void an_award_that_passes_no_threshold_leaves_no_document() {
        rewards.at(START).given(rewardCreated("r", rewardForPoints(100)));
        List<String> before = rewards.entries();
        rewards.when(awarded(1, 50, 50), awarded(1, 49, 99), awarded(1, -49, 50));
        assertThat(rewards.entries()).isEqualTo(before);
    }

    @Test
    void nobody_is_asked_for_when_all_places_are_given_and_more_places_go_on() {
        rewards.at(START).given(rewardCreated("r", limited(1))).when(met(1));
        rewards.given(issued(1, "r", 1)).when(met(2));
        assertThat(rewards.named()).isEmpty();
        rewards.when(rewardChanged("r", RewardDetailsBuilder.builder().rewardLimit(2L)));
        assertThat(fans(rewards)).containsExactly(2L);
    }

    @Test
    void more_prize_codes_are_for_those_who_got_none() {
        rewards.at(START)
                .given(new RewardCreated(
                        new RewardId(7, "r"),
                        70,
                        RewardType.PRIZE_CODE,
                        LoyaltyEvents.POINTS,
                        rewardForPoints(100).isLimited(true).build()))
                .when(met(2));
        assertThat(rewards.named()).isEmpty();
        rewards.when(new PrizeCodesAdded(new PrizeCodesId(7, "r"), 0, 1, null));
        assertThat(rewards.named())
                .singleElement()
                .isInstanceOfSatisfying(
                        IssueReward.class, issue -> assertThat(issue.places()).isEqualTo(1));
        rewards.given(issued(2, "r", 1)).when(met(1));
        assertThat(rewards.named()).isEmpty();
        rewards.when(new PrizeCodesAdded(new PrizeCodesId(7, "r"), 1, 1, null));
        assertThat(fans(rewards)).containsExactly(1L);
        rewards.given().when(new PrizeCodesAdded(new PrizeCodesId(7, "unknown"), 1, 1, null));
        assertThat(rewards.named()).isEmpty();
    }

    @Test
    void rules_that_begin_during_a_pass_share_the_next_one() {
        rewards.at(START).given(met(1)).holdingWork(true);
        for (int i = 0; i < 20; i++) {
            rewards.when(rewardCreated("r" + i, rewardForPoints(100)));
        }
        rewards.holdingWork(false);
        assertThat(rewards.named()).hasSize(20);
    }

    /**
     * Whenever the steps come, whenever definitions come, and after lost documents: the same commands, under the same ids.
     */
    @Test
    void followed_held_and_folded_again_are_the_same_commands() {
        for (long seed = 0; seed < 40; seed++) {
            RandomLog log = new RandomLog(seed, 150, 6);
            for (boolean isQuests : List.of(true, false)) {
                Automation automation =
                        isQuests ? new WhenDeedDoneThenCompleteQuest() : new WhenRequirementMetThenIssueReward();
                AutomationUnderTest atOnce = run(log, automation, seed, false);
                AutomationUnderTest held = run(log, automation, seed, true);
                if (!isQuests) {
                    // A ticket event that is linked meanwhile ends the older work of its quests.
                    assertThat(byRequest(held)).as("seed " + seed).isEqualTo(byRequest(atOnce));
                }
                assertThat(first(held)).as("seed " + seed).isEqualTo(first(atOnce));
                assertThat(byRequest(held.again())).as("seed " + seed).isEqualTo(byRequest(atOnce));
                assertThat(first(atOnce)).as("seed " + seed).isEqualTo(inMemory(log, seed, isQuests));
            }
        }
    }

    private static AutomationUnderTest run(RandomLog log, Automation automation, long seed, boolean isHeld) {
        AutomationUnderTest each = new AutomationUnderTest(automation);
        Random random = new Random(seed + 1);
        List<RandomLog.Stamped> events = mixed(log, seed);
        for (RandomLog.Stamped event : events) {
            each.holdingWork(isHeld).at(event.at()).when(event.event());
            for (int steps = random.nextInt(2); isHeld && steps > 0; steps--) {
                each.step();
            }
        }
        return each.holdingWork(false);
    }

    private static List<RandomLog.Stamped> mixed(RandomLog log, long seed) {
        Random random = new Random(seed);
        List<RandomLog.Stamped> events = new ArrayList<>();
        RandomLog.tiers().forEach(tier -> events.add(new RandomLog.Stamped(tier, Instant.EPOCH)));
        events.addAll(log.deeds);
        for (Event definition : log.definitions) {
            int place = 1 + random.nextInt(events.size());
            events.add(
                    place,
                    new RandomLog.Stamped(definition, events.get(place - 1).at()));
        }
        return events;
    }

    /** Returns the first command of each rule and fan in their order, as {@link RulesUnderTest} answers them. */
    private static Map<String, List<RuleMatch>> first(AutomationUnderTest automation) {
        Map<String, List<RuleMatch>> first = new HashMap<>();
        Set<String> known = new HashSet<>();
        for (Command<?> command : automation.named()) {
            RuleMatch received = match(command);
            if (known.add(received.rule() + "/" + received.fan())) {
                first.computeIfAbsent(received.rule(), rule -> new ArrayList<>())
                        .add(received);
            }
        }
        return first;
    }

    private static RuleMatch match(Command<?> command) {
        return switch (command) {
            case CompleteQuest complete ->
                new RuleMatch(
                        complete.completion().quest().toString(),
                        complete.completion().fanId(),
                        complete.draft().at(),
                        complete.draft().causes());
            case IssueReward issue ->
                new RuleMatch(issue.reward().toString(), issue.fanId(), issue.at(), issue.causes());
            default -> throw new IllegalArgumentException();
        };
    }

    private static Map<String, RuleMatch> byRequest(AutomationUnderTest automation) {
        Map<String, RuleMatch> commands = new HashMap<>();
        List<String> requests = automation.requests();
        List<Command<?>> named = automation.named();
        for (int i = 0; i < requests.size(); i++) {
            commands.put(requests.get(i), match(named.get(i)));
        }
        return commands;
    }

    private static Map<String, List<RuleMatch>> inMemory(RandomLog log, long seed, boolean isQuests) {
        RulesUnderTest rules = new RulesUnderTest();
        mixed(log, seed).forEach(each -> rules.at(each.at()).when(each.event()));
        Map<String, List<RuleMatch>> first = new HashMap<>();
        rules.first().stream()
                .filter(received -> received.rule().startsWith("quest.") == isQuests)
                .forEach(received -> first.computeIfAbsent(received.rule(), rule -> new ArrayList<>())
                        .add(received));
        return first;
    }
}
