package encore.command.rewards;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.infra.eventstore.Dispatch;
import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.accounts.AccountId;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessCommand.TellBusinessPoints;
import encore.kernel.businesses.BusinessId;
import encore.kernel.requirements.simulations.PlanCommand.PlanReward;
import encore.kernel.requirements.simulations.PlanCommand.PlanRewardChange;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.TellReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.util.List;
import org.hamcrest.MatcherAssert;
import org.junit.jupiter.api.Test;

class PlanRewardHandlerTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final BusinessId ROVERS = new BusinessId(7, 9);

    private final OpenStreams streams = new OpenStreams()
            .open(ROVERS)
            .open(CAP)
            .begun(new AccountId(7), new AccountOpened(new AccountId(7), "Rovers", null, "cents"));
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
    void what_creating_refuses_is_refused() {
        assertThatThrownBy(() -> plan(titled().requirementType(RequirementType.FAN_POINTS)))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("fan_points_required")));
        assertThatThrownBy(() ->
                        plan(titled().requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of(6L))))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("required_page_tab_ids")));
        streams.ended(ROVERS);
        assertThatThrownBy(() -> plan(titled()))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("business_id")));
    }

    @Test
    void a_change_is_planned_upon_the_reward_as_it_is() {
        assertThat(change(RewardDetailsBuilder.builder().description("New"))
                        .details()
                        .description())
                .isEqualTo("New");
        assertThatThrownBy(() -> change(RewardDetailsBuilder.builder().idolUid("nobody")))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("idol_uid")));
        isDeleted = true;
        assertThatThrownBy(() -> change(RewardDetailsBuilder.builder().rewardTitle(null)))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("reward_uid")));
        streams.ended(CAP);
        assertThatThrownBy(() -> change(RewardDetailsBuilder.builder().description("New")))
                .satisfies(thrown -> MatcherAssert.assertThat(thrown, refusalNaming("reward_uid")));
    }

    private RewardState plan(RewardDetailsBuilder details) {
        return new PlanRewardHandler()
                .decide(new PlanReward(CAP, 9, RewardType.BADGE, details.build()), streams, new Telling());
    }

    private RewardState change(RewardDetailsBuilder changes) {
        Patch<RewardDetails> change = Patch.of(changes.build());
        return new PlanRewardHandler().decide(new PlanRewardChange(CAP, change), streams, new Telling());
    }

    /** Answers questions. Anything that writes fails. */
    private final class Telling implements Dispatch {

        @Override
        public <R> R sendLast(Command<R> command) {
            return send(command);
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Each is given what it names.
        public <R> R send(Command<R> command) {
            return (R)
                    switch (command) {
                        case TellBusinessPoints business -> new Business.Points("discs");
                        case TellReward reward ->
                            new RewardState(9, RewardType.BADGE, "discs", titled().build(), 0, isDeleted);
                        default -> throw new IllegalArgumentException(command.toString());
                    };
        }
    }
}
