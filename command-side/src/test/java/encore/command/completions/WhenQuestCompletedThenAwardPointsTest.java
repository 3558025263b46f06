package encore.command.completions;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.completions.CompletionCommand.PayCompletion;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.QuestAward;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WhenQuestCompletedThenAwardPointsTest {

    private static final Instant AT = Instant.parse("2026-05-01T10:00:00Z");

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenQuestCompletedThenAwardPoints());

    @Test
    void the_points_of_the_completion_are_awarded_with_its_activity() {
        automation.given(completed(41, 20L)).when(completed(42, 50L)).expect(pay(42, 3, 50));
    }

    @Test
    void a_completion_without_points_awards_none() {
        automation.given().when(completed(42, null)).expect();
    }

    private static QuestCompleted completed(long fan, @Nullable Long points) {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(new CompletionId(7, 900, fan))
                .businessId(5)
                .at(AT)
                .causes(List.of())
                .pointUid("discs")
                .pointsReward(points)
                .pointsUid(points == null ? null : "p" + fan)
                .performanceUid("perf")
                .build();
    }

    private static PayCompletion pay(long fan, long activityId, long count) {
        return new PayCompletion(
                new LedgerId(new FanId(7, fan), "discs"),
                new CompletionId(7, 900, fan),
                "p" + fan,
                activityId,
                count,
                new QuestAward("perf", AT),
                null);
    }
}
