package encore.command.passes;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.passes.PassCommand.IssueRewardPass;
import encore.kernel.passes.PassId;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WhenRewardIssuedThenIssuePassTest {

    private static final RewardId GATE = new RewardId(7, "gate");
    private static final RewardId CAP = new RewardId(7, "cap");
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final AutomationUnderTest automation = new AutomationUnderTest(new WhenRewardIssuedThenIssuePass());

    @Test
    void a_pass_has_the_window_of_the_reward_at_its_issuance() {
        automation
                .given(
                        new RewardCreated(GATE, 9, RewardType.PASS, "points", window(NOON, null)),
                        new RewardCreated(CAP, 9, RewardType.BADGE, "points", RewardDetails.NONE))
                .when(
                        issued(GATE, 42),
                        issued(CAP, 42),
                        new RewardChanged(GATE, 9, window(null, NOON.plusSeconds(60)), List.of("accessStartTimestamp")),
                        issued(GATE, 43))
                .expect(pass(42, NOON, null), pass(43, null, NOON.plusSeconds(60)));
    }

    private static IssueRewardPass pass(long fan, @Nullable Instant start, @Nullable Instant end) {
        return new IssueRewardPass(PassId.ofIssuance(7, "p" + fan), fan, new RewardAccess("gate", 9, start, end));
    }

    private static RewardDetails window(@Nullable Instant start, @Nullable Instant end) {
        return RewardDetailsBuilder.builder(RewardDetails.NONE)
                .accessStartTimestamp(start)
                .accessEndTimestamp(end)
                .build();
    }

    private static RewardIssued issued(RewardId reward, long fan) {
        return new RewardIssued(reward, fan, 9, 1, "p" + fan, "points", "points", null, NOON, List.of(), false, null);
    }
}
