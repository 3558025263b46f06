package encore.command.rewards;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.idols.IdolId;
import encore.kernel.performances.PerformanceId;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.BusinessRewardsId;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.CheckNewReward;
import encore.kernel.rewards.RewardCommand.OpenReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardListed;
import encore.kernel.rewards.RewardEvent.RewardUnlisted;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTiersId;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusinessRewardsTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final BusinessId ROVERS = new BusinessId(7, 9);
    private static final BusinessRewardsId LIST = new BusinessRewardsId(7, 9);
    private static final RewardDetails PLAIN =
            RewardRules.normalised(RewardType.BADGE, with(details -> details.rewardTitle("A cap")));

    private final AggregateUnderTest<BusinessRewards> reward = new AggregateUnderTest<>(BusinessRewards.class);

    @BeforeEach
    void the_business_exists() {
        reward.streams.open(ROVERS);
    }

    @Test
    void a_reward_is_for_all_and_enabled_unless_given() {
        reward.givenNoPriorActivity()
                .when(open(RewardType.BADGE, details -> details.rewardTitle(" A cap ")))
                .expectEvents(new RewardListed(LIST, CAP))
                .expectResultMessagePayload(new RewardUid("cap"));
        assertThat(PLAIN.winnerSelectionModel()).isEqualTo(WinnerSelection.ALL);
        assertThat(PLAIN.isDisabled()).isFalse();
        assertThat(reward.facts.written)
                .containsEntry(CAP.toString(), new RewardCreated(CAP, 9, RewardType.BADGE, "points", PLAIN));
        assertThat(reward.claims.held).containsEntry(RewardTitleClaims.claim(CAP, 9, "A cap"), CAP.toString());
    }

    @Test
    void a_reward_has_everything_that_its_type_and_requirement_need() {
        refused(RewardType.BADGE, "reward_title", details -> details);
        refused(RewardType.BADGE, "reward_title", details -> details.rewardTitle(" "));
        refusedPlain(
                RewardType.BADGE,
                "fan_points_required",
                details -> details.requirementType(RequirementType.FAN_POINTS));
        refusedPlain(
                RewardType.BADGE, "point_tier_uid", details -> details.requirementType(RequirementType.POINT_TIER));
        refusedPlain(
                RewardType.BADGE, "required_page_tab_ids", details -> details.requirementType(RequirementType.QUESTS));
        refusedPlain(
                RewardType.BADGE,
                "required_page_tab_ids",
                details -> details.requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of()));
        refusedPlain(
                RewardType.BADGE,
                "required_page_tab_ids",
                details -> details.requirementType(RequirementType.QUESTS)
                        .requiredPageTabIds(LongStream.range(0, 101).boxed().toList()));
        refusedPlain(RewardType.BADGE, "reward_limit", details -> details.winnerSelectionModel(WinnerSelection.FIRST));
        refusedPlain(RewardType.BADGE, "timezone", details -> details.expirationTimestamp(NOW));
        refusedPlain(RewardType.BADGE, "expiration_timestamp", details -> details.timezone(ZoneId.of("Europe/Berlin")));
        refusedPlain(RewardType.VENDORA, "performance_uid", details -> details);
        refusedPlain(RewardType.VENDORB, "performance_uid", details -> details);
        refusedPlain(
                RewardType.PASS,
                "access_end_timestamp",
                details -> details.accessStartTimestamp(NOW).accessEndTimestamp(NOW.minusSeconds(1)));
    }

    @Test
    void everything_that_it_names_exists() {
        refusedPlain(RewardType.BADGE, "performance_uid", details -> details.performanceUid("p"));
        refusedPlain(RewardType.BADGE, "idol_uid", details -> details.idolUid("i"));
        refusedPlain(RewardType.BADGE, "media_uid", details -> details.mediaUid("m"));
        quest(1, 9);
        quest(2, 10);
        refusedPlain(RewardType.BADGE, "required_page_tab_ids", details -> quests(details, 1L, 2L));
        refusedPlain(RewardType.BADGE, "required_page_tab_ids", details -> quests(details, 1L, 3L));
        reward.streams.open(new PerformanceId(7, "p")).open(new IdolId(7, "i"));
        quest(3, 9);
        reward.givenNoPriorActivity()
                .when(open(
                        RewardType.BADGE,
                        details -> quests(details, 1L, 3L)
                                .rewardTitle("A cap")
                                .performanceUid("p")
                                .idolUid("i")))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void a_title_is_unique_in_its_business() {
        reward.claims.held(RewardTitleClaims.claim(CAP, 9, "A cap"), new RewardId(7, "other"));
        refusedPlain(RewardType.BADGE, "reward_title", details -> details);
        reward.claims.held.clear();
        reward.claims.held(RewardTitleClaims.claim(CAP, 10, "A cap"), new RewardId(7, "other"));
        reward.givenNoPriorActivity()
                .when(open(RewardType.BADGE, details -> details.rewardTitle("A cap")))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void a_tier_exists() {
        refusedPlain(
                RewardType.BADGE,
                "point_tier_uid",
                details -> details.requirementType(RequirementType.POINT_TIER).pointTierUid("gold"));
        PointTierId gold = new PointTierId(7, "gold");
        reward.streams.begun(gold, new TierOpened(gold, new PointTiersId(7, "points")));
        reward.givenNoPriorActivity()
                .when(open(
                        RewardType.BADGE,
                        details -> details.rewardTitle("A cap")
                                .requirementType(RequirementType.POINT_TIER)
                                .pointTierUid("gold")))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void a_check_decides_alike_and_records_nothing() {
        reward.givenNoPriorActivity()
                .when(new CheckNewReward(open(RewardType.BADGE, details -> details.rewardTitle("A cap"))))
                .expectNoEvents()
                .expectResultMessagePayload(new RewardUid("cap"));
        assertThat(reward.facts.written).isEmpty();
        assertThat(reward.claims.held).isEmpty();
        reward.givenNoPriorActivity()
                .when(new CheckNewReward(open(RewardType.BADGE, details -> details)))
                .expectException(refusalNaming("reward_title"));
    }

    @Test
    void a_business_has_1000_undeleted_rewards() {
        List<RewardListed> full = LongStream.range(0, 1_000)
                .mapToObj(i -> new RewardId(7, "r" + i))
                .map(id -> new RewardListed(LIST, id))
                .toList();
        full.forEach(listed -> reward.streams.open(listed.reward()));
        OpenReward open = open(RewardType.BADGE, details -> details.rewardTitle("A cap"));
        reward.given(new ArrayList<>(full)).when(open).expectNoEvents().expectException(refusalNaming("reward_title"));
        RewardId ended = new RewardId(7, "r7");
        reward.streams.ended(ended);
        reward.given(new ArrayList<>(full))
                .when(open)
                .expectEvents(new RewardUnlisted(LIST, ended), new RewardListed(LIST, CAP));
    }

    @Test
    void a_uid_is_used_once_and_a_removed_business_gets_no_reward() {
        OpenReward open = open(RewardType.BADGE, details -> details.rewardTitle("A cap"));
        reward.streams.begun(CAP, new RewardCreated(CAP, 9, RewardType.BADGE, "points", PLAIN));
        reward.givenNoPriorActivity()
                .when(open)
                .expectException(AggregateUnderTest.refusal(Refusal.Kind.CONFLICT, "reward-uid-taken"));
        reward.streams.ended(ROVERS);
        reward.givenNoPriorActivity().when(open).expectNoEvents().expectException(refusalAsUnknown());
    }

    private void refusedPlain(RewardType type, String field, UnaryOperator<RewardDetailsBuilder> details) {
        refused(type, field, each -> details.apply(each.rewardTitle("A cap")));
    }

    private void refused(RewardType type, String field, UnaryOperator<RewardDetailsBuilder> details) {
        reward.givenNoPriorActivity().when(open(type, details)).expectNoEvents().expectException(refusalNaming(field));
    }

    private void quest(long number, long business) {
        QuestId quest = new QuestId(7, number);
        reward.streams.begun(
                quest, new QuestCreated(quest, business, QuestType.CUSTOM, "points", null, QuestDetails.NONE));
    }

    private static RewardDetailsBuilder quests(RewardDetailsBuilder details, Long... quests) {
        return details.requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of(quests));
    }

    private static RewardDetails with(UnaryOperator<RewardDetailsBuilder> details) {
        return details.apply(RewardDetailsBuilder.builder(RewardDetails.NONE)).build();
    }

    private static OpenReward open(RewardType type, UnaryOperator<RewardDetailsBuilder> details) {
        return new OpenReward(CAP, 9, type, "points", with(details));
    }
}
