package encore.query.requirements;

import static encore.query.requirements.RewardLog.BUSINESS;
import static encore.query.requirements.RewardLog.CAP;
import static encore.query.requirements.RewardLog.FOR_50;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import encore.kernel.Refusal;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestDeleted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.requirements.explanations.Explanation;
import encore.kernel.requirements.explanations.Explanation.Cause;
import encore.kernel.requirements.explanations.Explanation.ConditionState;
import encore.kernel.requirements.explanations.Explanation.GiftStatus;
import encore.kernel.requirements.explanations.Explanation.GivenBy;
import encore.kernel.requirements.explanations.Explanation.Part;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainQuest;
import encore.kernel.requirements.explanations.ExplanationQuery.ExplainReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationsTest {

    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final QuestId QUEST = new QuestId(7, 5);

    private final RewardLog log = new RewardLog();
    private final Explanations explanations =
            new Explanations(log.tail, new FakeQueryGateway().on(RequireFan.class, query -> {
                        if (query.fanId() > 9) {
                            throw Refusal.unknown("There is no such fan.");
                        }
                        return null;
                    }));

    private Explanation reward(long fan) {
        return explanations.find(new ExplainReward(CAP, fan, NOW, null), Moment.NOW);
    }

    private Explanation quest(long fan) {
        return explanations.find(new ExplainQuest(QUEST, fan, NOW, null), Moment.NOW);
    }

    private void created(QuestType type, QuestDetailsBuilder details) {
        log.tail.append(
                QUEST.toString(),
                new QuestCreated(
                        QUEST,
                        BUSINESS,
                        type,
                        "discs",
                        null,
                        details.questTitle("A quest").build()));
    }

    private long completed(long fan, List<Long> causes) {
        CompletionId completion = CompletionId.of(QUEST, fan);
        return log.tail.append(
                completion.toString(),
                CompletionEventQuestCompletedBuilder.builder()
                        .completion(completion)
                        .businessId(BUSINESS)
                        .at(NOW)
                        .causes(causes)
                        .pointUid("discs")
                        .build());
    }

    @Test
    void an_issuance_is_explained_by_its_causes_and_the_rule_that_decided() {
        long made = log.created(
                RewardDetailsBuilder.builder(FOR_50).fanPointsRequired(70L).build());
        long login = log.loggedIn(1);
        long activity = log.active(1);
        long award = log.awarded(1, 60, 60);
        long changed = log.changed(
                RewardDetailsBuilder.builder().fanPointsRequired(50L).build());
        long issued = log.issued(1, 1, List.of(login, activity, award), false);
        Explanation explained = reward(1);
        assertThat(explained.isGiven()).isTrue();
        assertThat(explained.gift().position()).isEqualTo(issued);
        assertThat(explained.gift().number()).isEqualTo(1);
        assertThat(explained.gift().givenBy()).isEqualTo(GivenBy.RULE);
        assertThat(explained.gift().actor()).isEqualTo("test");
        assertThat(explained.rule().position()).isEqualTo(changed).isNotEqualTo(made);
        assertThat(explained.rule().requirement().pointsRequired()).isEqualTo(50);
        assertThat(explained.causes())
                .extracting(Cause::position, Cause::part, Cause::type)
                .containsExactly(
                        tuple(login, Part.LOGIN, "fan_session_opened"),
                        tuple(activity, Part.ACTIVITY, "activity_recorded"),
                        tuple(award, Part.REQUIREMENT, "points_awarded"));
        assertThat(explained.conditions()).isEmpty();
    }

    @Test
    void a_cause_and_a_condition_with_a_time_of_its_own_tell_both_times() {
        Instant own = Instant.parse("2019-07-06T20:15:00Z");
        log.created(FOR_50);
        long award = log.awarded(1, 60, 60, own);
        long login = log.loggedIn(1);
        Instant stamp = log.tail.readAt(List.of(award)).getFirst().at();
        assertThat(reward(1).conditions())
                .extracting(ConditionState::part, ConditionState::effectiveAtIso)
                .startsWith(tuple(Part.REQUIREMENT, own), tuple(Part.LOGIN, null));
        assertThat(reward(1).conditions().getFirst().time()).isEqualTo(stamp);
        log.issued(1, 1, List.of(award, login), false);
        assertThat(reward(1).causes())
                .extracting(Cause::position, Cause::effectiveAtIso)
                .containsExactly(tuple(award, own), tuple(login, null));
        assertThat(reward(1).causes().getFirst().time()).isEqualTo(stamp);
    }

    @Test
    void a_completion_by_a_call_tells_the_time_of_its_own() {
        Instant own = Instant.parse("2019-07-06T20:15:00Z");
        created(QuestType.CUSTOM, QuestDetailsBuilder.builder().questTitle(null));
        CompletionId completion = CompletionId.of(QUEST, 1);
        log.tail.append(
                completion.toString(),
                CompletionEventQuestCompletedBuilder.builder()
                        .completion(completion)
                        .businessId(BUSINESS)
                        .at(own)
                        .causes(List.of())
                        .pointUid("discs")
                        .effectiveAt(own)
                        .build());
        assertThat(quest(1).gift().deedTimestamp()).isEqualTo(own);
        assertThat(quest(1).gift().effectiveAtIso()).isEqualTo(own);
    }

    @Test
    void by_hand_and_by_call_is_said() {
        log.created(FOR_50);
        log.issued(1, 1, List.of(), true);
        assertThat(reward(1).gift().givenBy()).isEqualTo(GivenBy.HAND);
        assertThat(reward(1).causes()).isEmpty();
        created(QuestType.CUSTOM, QuestDetailsBuilder.builder().questTitle(null));
        completed(1, List.of());
        assertThat(quest(1).gift().givenBy()).isEqualTo(GivenBy.CALL);
        assertThat(quest(1).rule()).as("calls alone").isNull();
    }

    @Test
    void unmet_conditions_of_a_reward_are_listed_with_the_times_of_met_ones() {
        log.created(FOR_50);
        log.awarded(2, 90, 90);
        log.awarded(1, 60, 60);
        long login = log.loggedIn(1);
        log.awarded(1, -20, 40);
        assertThat(reward(1).conditions())
                .extracting(ConditionState::part, ConditionState::isMet, ConditionState::position)
                .containsExactly(
                        tuple(Part.REQUIREMENT, false, null),
                        tuple(Part.LOGIN, true, login),
                        tuple(Part.ACTIVITY, false, null),
                        tuple(Part.ACTIVE, true, null));
        assertThat(reward(1).conditions().getFirst().reason()).isEqualTo("The fan has 40 points of 50.");
        long again = log.awarded(1, 30, 70);
        assertThat(reward(1).conditions().getFirst().position()).isEqualTo(again);
        Explanation then = explanations.find(
                new ExplainReward(CAP, 1, NOW, null), new Moment(3, Instant.ofEpochMilli(1_750_000_000_003L)));
        assertThat(then.conditions()).extracting(ConditionState::isMet).containsExactly(true, false, false, true);
    }

    @Test
    void a_fan_who_meets_it_and_has_it_not_yet_is_said_with_the_position_since_when() {
        log.created(FOR_50);
        log.loggedIn(1);
        log.awarded(1, 60, 60);
        assertThat(reward(1).status()).isEqualTo(GiftStatus.NOT_MET);
        assertThat(reward(1).metPosition()).isNull();
        long activity = log.active(1);
        assertThat(reward(1).status()).isEqualTo(GiftStatus.MET_NOT_YET_GIVEN);
        assertThat(reward(1).metPosition()).isEqualTo(activity);
        long changed = log.changed(
                RewardDetailsBuilder.builder().fanPointsRequired(40L).build());
        assertThat(reward(1).metPosition())
                .as("by the rule that is in force now")
                .isEqualTo(changed);
        log.changed(RewardDetailsBuilder.builder()
                .winnerSelectionModel(WinnerSelection.FIRST)
                .rewardLimit(1L)
                .build());
        log.issued(2, 1, List.of(), true);
        assertThat(reward(1).status()).as("no place is left").isEqualTo(GiftStatus.NOT_MET);
        log.changed(RewardDetailsBuilder.builder().rewardLimit(2L).build());
        log.issued(1, 2, List.of(activity), false);
        assertThat(reward(1).status()).isEqualTo(GiftStatus.GIVEN);
        assertThat(reward(1).metPosition()).isNull();
    }

    @Test
    void obstacles_for_every_fan_are_listed() {
        RewardDetails first = RewardDetailsBuilder.builder(FOR_50)
                .winnerSelectionModel(WinnerSelection.FIRST)
                .rewardLimit(1L)
                .expirationTimestamp(NOW)
                .build();
        log.created(first);
        log.issued(2, 1, List.of(), true);
        assertThat(reward(1).conditions())
                .extracting(ConditionState::reason)
                .contains("The reward has expired.", "All places are taken (1).");
        log.changed(RewardDetailsBuilder.builder().isDisabled(true).build());
        Explanation off = reward(1);
        assertThat(off.rule()).isNull();
        assertThat(off.conditions()).extracting(ConditionState::reason).contains("The reward is switched off.");
    }

    @Test
    void a_quest_lacks_its_deed_or_its_condition() {
        created(
                QuestType.CAMPAIGN,
                QuestDetailsBuilder.builder()
                        .targetPageTabId(900L)
                        .endDate(new DayOrTime("2026-02-01"))
                        .accessRestrictionType(AccessRestriction.QUESTS)
                        .requiredPageTabIds(List.of(6L)));
        assertThat(quest(1).conditions())
                .extracting(ConditionState::part, ConditionState::isMet)
                .containsExactly(tuple(Part.REQUIREMENT, false), tuple(Part.DEED, false), tuple(Part.ACTIVE, false));
        long entry = log.active(1);
        log.active(2);
        Explanation explained = quest(1);
        assertThat(explained.conditions().get(1).position()).isEqualTo(entry);
        assertThat(explained.conditions().get(0).reason())
                .isEqualTo("The fan has completed 0 of 1 quests. Quest 6 is missing.");
        assertThat(explained.rule().questType()).isEqualTo(QuestType.CAMPAIGN);
        long done = completed(1, List.of(entry));
        assertThat(quest(1).gift().position()).isEqualTo(done);
        assertThat(quest(1).causes()).extracting(Cause::part).containsExactly(Part.DEED);
        log.tail.append(QUEST.toString(), new QuestDeleted(QUEST));
        assertThat(quest(1).isGiven()).as("a deleted quest is explained").isTrue();
        assertThat(quest(2).conditions()).extracting(ConditionState::reason).contains("The quest was deleted.");
    }

    @Test
    void unknown_fans_quests_and_rewards_are_refused() {
        log.created(FOR_50);
        assertThatThrownBy(() -> reward(10)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> quest(1)).isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> explanations.find(new ExplainReward(new RewardId(8, "cap"), 1, NOW, null), Moment.NOW))
                .isInstanceOf(Refusal.class);
        assertThatThrownBy(() -> explanations.find(new ExplainReward(CAP, 1, NOW, null), new Moment(0, Instant.EPOCH)))
                .isInstanceOf(Refusal.class);
    }
}
