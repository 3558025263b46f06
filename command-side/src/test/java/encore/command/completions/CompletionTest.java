package encore.command.completions;

import static encore.command.Refusals.refusalAsUnknown;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.command.lookups.FirstEntryClaims;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.completions.CompletedQuest;
import encore.kernel.completions.CompletionCommand.CompleteQuest;
import encore.kernel.completions.CompletionDraft;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.completions.CompletionUids;
import encore.kernel.completions.QuestTerms;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestReward;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CompletionTest {

    private static final CompletionId COMPLETION = new CompletionId(7, 900, 42);
    private static final Instant AT = Instant.parse("2026-05-01T10:00:00Z");
    private static final ActivityId ACTIVITY = new ActivityId(7, "a1");
    private static final QuestTerms TERMS = new QuestTerms(5, "Be there", "points", 50L, null, "perf");

    private final AggregateUnderTest<Completion> completion = new AggregateUnderTest<>(Completion.class);

    @BeforeEach
    void fan_quest_and_business_are_known() {
        completion.streams.open(COMPLETION.fan()).open(COMPLETION.quest()).open(new BusinessId(7, 5));
    }

    @Test
    void a_completion_is_recorded_with_its_activity() {
        completion
                .givenNoPriorActivity()
                .when(complete(TERMS))
                .expectEvents(completed())
                .expectResultMessagePayload(new CompletedQuest(null));
        assertThat(completion.facts.written)
                .isEqualTo(Map.of(
                        "activity.7.a1",
                        ActivityEventActivityRecordedBuilder.builder()
                                .activity(ACTIVITY)
                                .fan(COMPLETION.fan())
                                .properties(List.of())
                                .details(ActivityDetails.NONE)
                                .title("Be there")
                                .pageTabId(900L)
                                .appType(AppType.QUEST)
                                .businessId(5L)
                                .build()));
        assertThat(completion.claims.held)
                .containsEntry(FirstEntryClaims.claim(COMPLETION.fan(), 900), "activity.7.a1");
    }

    @Test
    void a_repeat_answers_the_first_activity_whatever_ended_since() {
        var ended = new AggregateUnderTest<>(Completion.class);
        ended.streams.begunAt(COMPLETION, 17);
        ended.given(completed())
                .when(complete(new QuestTerms(5, "Another", "gold", null, "vendora", null)))
                .expectNoEvents()
                .expectResultMessagePayload(new CompletedQuest(18L));
        assertThat(ended.facts.written).isEmpty();
    }

    @Test
    void a_completion_without_points_has_no_uid_for_them() {
        completion
                .givenNoPriorActivity()
                .when(complete(new QuestTerms(5, "Be there", "points", null, "vendora", "perf")))
                .expectEvents(CompletionEventQuestCompletedBuilder.builder(completed())
                        .pointsReward(null)
                        .pointsUid(null)
                        .pointType("vendora")
                        .fanPointUid("f1")
                        .build());
    }

    @Test
    void an_automation_has_its_uids_minted_here() {
        completion
                .givenNoPriorActivity()
                .when(new CompleteQuest(COMPLETION, new CompletionDraft(null, AT, List.of(3L, 9L), TERMS, null)))
                .expectSuccessfulHandlerExecution();
        assertThat(completion.facts.written).hasSize(1);
    }

    @Test
    void an_erased_fan_completes_nothing() {
        completion.streams.ended(COMPLETION.fan());
        refuses();
    }

    @Test
    void a_deleted_quest_is_not_completed() {
        completion.streams.ended(COMPLETION.quest());
        refuses();
    }

    @Test
    void a_quest_of_a_removed_business_counts_as_deleted() {
        completion.streams.ended(new BusinessId(7, 5));
        refuses();
    }

    private void refuses() {
        completion.givenNoPriorActivity().when(complete(TERMS)).expectNoEvents().expectException(refusalAsUnknown());
        assertThat(completion.facts.written).isEmpty();
        assertThat(completion.claims.held).isEmpty();
    }

    @Test
    void a_quest_gives_points_or_something_of_a_vendor() {
        assertThat(terms(QuestReward.FAN_POINTS)).isEqualTo(new QuestTerms(5, "Be there", "points", 50L, null, "perf"));
        assertThat(terms(QuestReward.VENDORA))
                .isEqualTo(new QuestTerms(5, "Be there", "points", null, "vendora", "perf"));
        assertThat(terms(QuestReward.VENDORB))
                .isEqualTo(new QuestTerms(5, "Be there", "points", null, "vendorb", "perf"));
        assertThat(terms(null)).isEqualTo(new QuestTerms(5, "Be there", "points", null, null, "perf"));
    }

    private static QuestTerms terms(@Nullable QuestReward reward) {
        return QuestTerms.of(
                5,
                "points",
                QuestDetailsBuilder.builder(QuestDetails.NONE)
                        .questTitle("Be there")
                        .rewardType(reward)
                        .fanPointsReward(50L)
                        .performanceUid("perf")
                        .build());
    }

    private static CompleteQuest complete(QuestTerms terms) {
        return new CompleteQuest(
                COMPLETION, new CompletionDraft(new CompletionUids("a1", "p1", "f1"), AT, List.of(), terms, null));
    }

    private static QuestCompleted completed() {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(COMPLETION)
                .businessId(5)
                .at(AT)
                .causes(List.of())
                .pointUid("points")
                .pointsReward(50L)
                .pointsUid("p1")
                .performanceUid("perf")
                .build();
    }
}
