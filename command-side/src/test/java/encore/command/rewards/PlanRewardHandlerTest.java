package encore.command.rewards;

import static encore.command.Refusals.assertRefused;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.command.AnsweringDispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.ReadBusinessPoints;
import encore.kernel.businesses.BusinessId;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanRewardHandlerTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final BusinessId ROVERS = new BusinessId(7, 9);

    private final OpenStreams streams = new OpenStreams()
            .open(ROVERS)
            .open(CAP)
            .begun(new AccountId(7), new AccountOpened(new AccountId(7), "Rovers", null, "cents"));
    private final AnsweringDispatch dispatch = new AnsweringDispatch(this::answer);
    private boolean isDeleted;

    private static RewardDetailsBuilder titled() {
        return RewardDetailsBuilder.builder().rewardTitle("A cap");
    }

    @Test
    void a_new_reward_is_planned_with_the_parts_that_belong_to_it() {
        RewardState planned = plan(titled().requirementType(RequirementType.FAN_POINTS)
                .fanPointsRequired(5L)
                .pointTierUid("gold")
                .rewardLimit(3L));
        assertThat(planned.pointUid()).isEqualTo("discs");
        assertThat(planned.details().pointTierUid()).isNull();
        assertThat(planned.details().rewardLimit()).isNull();
        assertThat(planned.details().winnerSelectionModel()).isEqualTo(WinnerSelection.ALL);
    }

    @Test
    void a_plan_that_could_not_be_created_is_refused() {
        assertRefused(
                () -> plan(titled().requirementType(RequirementType.FAN_POINTS)), refusalNaming("fan_points_required"));
        assertRefused(
                () -> plan(titled().requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of(6L))),
                refusalNaming("required_page_tab_ids"));
        streams.ended(ROVERS);
        assertRefused(() -> plan(titled()), refusalNaming("business_id"));
    }

    @Test
    void a_change_is_planned_upon_the_reward_as_it_is() {
        assertThat(change(RewardDetailsBuilder.builder().description("New"))
                        .details()
                        .description())
                .isEqualTo("New");
        assertRefused(() -> change(RewardDetailsBuilder.builder().idolUid("nobody")), refusalNaming("idol_uid"));
        isDeleted = true;
        assertRefused(() -> change(RewardDetailsBuilder.builder().rewardTitle(null)), refusalNaming("reward_uid"));
        streams.ended(CAP);
        assertRefused(() -> change(RewardDetailsBuilder.builder().description("New")), refusalNaming("reward_uid"));
    }

    private RewardState plan(RewardDetailsBuilder details) {
        return new PlanRewardHandler()
                .decide(new PlanReward(CAP, 9, RewardType.BADGE, details.build()), streams, dispatch);
    }

    private RewardState change(RewardDetailsBuilder changes) {
        Patch<RewardDetails> change = Patch.of(changes.build());
        return new PlanRewardHandler().decide(new PlanRewardChange(CAP, change), streams, dispatch);
    }

    /** Answers questions. Anything that writes fails. */
    private Object answer(Command<?> command) {
        return switch (command) {
            case ReadBusinessPoints business -> new Business.Points("discs");
            case ReadReward reward -> new RewardState(9, RewardType.BADGE, "discs", titled().build(), 0, isDeleted);
            default -> throw new IllegalArgumentException(command.toString());
        };
    }
}
