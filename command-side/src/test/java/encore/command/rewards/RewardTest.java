package encore.command.rewards;

import static encore.command.AggregateUnderTest.NOW;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanId;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.AnnounceExpiration;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.DeleteReward;
import encore.kernel.rewards.RewardCommand.GiveReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardEvent.RewardExpired;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTiersId;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RewardTest {

    private static final RewardId CAP = new RewardId(7, "cap");
    private static final BusinessId ROVERS = new BusinessId(7, 9);
    private static final FanId FAN = new FanId(7, 42);
    private static final RewardDetails PLAIN =
            RewardRules.normalised(RewardType.BADGE, with(details -> details.rewardTitle("A cap")));

    private final AggregateUnderTest<Reward> reward = new AggregateUnderTest<>(Reward.class);

    @BeforeEach
    void the_business_and_the_fan_exist() {
        reward.streams.open(ROVERS).open(FAN).open(new FanId(7, 43)).open(new FanId(7, 44));
    }

    @Test
    void details_that_do_not_belong_are_left_out() {
        UnaryOperator<RewardDetailsBuilder> all = details -> details.rewardTitle("A cap")
                .fanPointsRequired(5L)
                .pointTierUid("gold")
                .requiredPageTabIds(List.of(1L))
                .rewardLimit(3L)
                .accessPassType("qrcode")
                .accessStartTimestamp(NOW)
                .accessEndTimestamp(NOW)
                .isLimited(true)
                .vendoraSalesEventKey("s")
                .vendoraPromoKey("p")
                .vendoraDeliveryMethod(DeliveryMethod.QRCODE)
                .disableVendoraQrcodeEmail(true)
                .vendorbLocationGroupId("l")
                .vendorbPromotionId("b");
        assertThat(RewardRules.normalised(RewardType.BADGE, with(all))).isEqualTo(PLAIN);
        RewardDetails codes = RewardRules.normalised(RewardType.PRIZE_CODE, with(all));
        assertThat(codes.isLimited()).isTrue();
        assertThat(codes.accessPassType()).isNull();
        RewardDetails pass = RewardRules.normalised(RewardType.PASS, with(all));
        assertThat(pass.accessPassType()).isEqualTo("qrcode");
        assertThat(pass.isLimited()).isNull();
        assertThat(RewardRules.normalised(RewardType.VENDORA, with(all)).vendoraPromoKey())
                .isEqualTo("p");
        assertThat(RewardRules.normalised(RewardType.VENDORB, with(all)).vendorbPromotionId())
                .isEqualTo("b");
    }

    @Test
    void a_change_holds_only_the_differences() {
        RewardDetails first = RewardRules.normalised(
                RewardType.BADGE,
                with(details -> details.rewardTitle("A cap")
                        .requirementType(RequirementType.FAN_POINTS)
                        .fanPointsRequired(50L)));
        quest(1, 9);
        RewardDetails given = with(details -> quests(details, 1L).rewardTitle("A cap"));
        RewardDetails changes = with(details -> quests(details, 1L));
        reward.given(created(RewardType.BADGE, first))
                .when(new ChangeReward(CAP, Patch.of(given), NOW))
                .expectEvents(new RewardChanged(CAP, 9, changes, List.of("fanPointsRequired")));
        reward.given(created(RewardType.BADGE, first), new RewardChanged(CAP, 9, changes, List.of("fanPointsRequired")))
                .when(new ChangeReward(CAP, Patch.of(given), NOW))
                .expectNoEvents();
    }

    @Test
    void a_required_quest_that_was_deleted_stays_required() {
        RewardDetails first = RewardRules.normalised(
                RewardType.BADGE, with(details -> quests(details, 1L).rewardTitle("A cap")));
        reward.given(created(RewardType.BADGE, first))
                .when(new ChangeReward(CAP, Patch.of(with(details -> details.description("Red"))), NOW))
                .expectSuccessfulHandlerExecution();
        quest(2, 9);
        reward.given(created(RewardType.BADGE, first))
                .when(new ChangeReward(CAP, Patch.of(with(details -> quests(details, 1L, 2L))), NOW))
                .expectSuccessfulHandlerExecution();
        reward.given(created(RewardType.BADGE, first))
                .when(new ChangeReward(CAP, Patch.of(with(details -> quests(details, 1L, 3L))), NOW))
                .expectException(refusalNaming("required_page_tab_ids"));
    }

    @Test
    void a_new_title_takes_the_place_of_the_old_one() {
        reward.claims.held(RewardTitleClaims.claim(CAP, 9, "A cap"), CAP);
        reward.given(created(RewardType.BADGE, PLAIN))
                .when(new ChangeReward(CAP, Patch.of(with(details -> details.rewardTitle("A hat"))), NOW))
                .expectSuccessfulHandlerExecution();
        assertThat(reward.claims.held.keySet()).containsExactly(RewardTitleClaims.claim(CAP, 9, "A hat"));
    }

    @Test
    void a_limit_is_never_below_the_issued() {
        List<Object> events = new ArrayList<>(List.of(created(RewardType.BADGE, first(3))));
        events.add(issued(42, 1, null));
        events.add(issued(43, 2, null));
        reward.given(events)
                .when(new ChangeReward(CAP, Patch.of(with(details -> details.rewardLimit(1L))), NOW))
                .expectException(refusalNaming("reward_limit"));
        reward.given(events)
                .when(new ChangeReward(CAP, Patch.of(with(details -> details.rewardLimit(2L))), NOW))
                .expectSuccessfulHandlerExecution();
    }

    @Test
    void the_first_fans_get_it_and_no_more() {
        reward.given(created(RewardType.BADGE, first(2)), issued(42, 1, null))
                .when(issue(43, false, 0))
                .expectEvents(issued(43, 2, null))
                .expectResultMessagePayload(new IssuedReward(43, "cap", "p43"));
        for (boolean isByHand : new boolean[] {true, false}) {
            reward.given(created(RewardType.BADGE, first(2)), issued(42, 1, null), issued(43, 2, null))
                    .when(issue(44, isByHand, 0))
                    .expectNoEvents()
                    .expectException(refusalNaming("reward_uid"));
        }
    }

    @Test
    void an_issuance_has_the_point_type_of_the_tier_that_the_reward_requires_then() {
        PointTierId gold = new PointTierId(7, "gold");
        reward.streams.begun(gold, new TierOpened(gold, new PointTiersId(7, "stars")));
        RewardDetails tier = with(
                details -> details.requirementType(RequirementType.POINT_TIER).pointTierUid("gold"));
        RewardIssued ofTier = RewardEventRewardIssuedBuilder.builder(issued(43, 1, null))
                .pointUid("stars")
                .build();
        reward.given(created(RewardType.BADGE, PLAIN), RewardChanged.of(CAP, 9, Patch.of(tier)))
                .when(issue(43, false, 0))
                .expectEvents(ofTier);
        RewardDetails points = with(
                details -> details.requirementType(RequirementType.FAN_POINTS).fanPointsRequired(5L));
        reward.given(created(RewardType.BADGE, tier), RewardChanged.of(CAP, 9, Patch.of(points)))
                .when(issue(44, false, 0))
                .expectEvents(issued(44, 1, null));
    }

    @Test
    void an_issuance_takes_no_place_that_was_added_after_its_cause() {
        for (long places : new long[] {1, 2}) {
            var given = reward.given(created(RewardType.BADGE, first(3)), issued(42, 1, null));
            var issue = new IssueReward(CAP, 43, "p43", Instant.EPOCH, List.of(), false, places);
            if (places == 1) {
                given.when(new GiveReward(issue, 0)).expectNoEvents().expectException(refusalNaming("reward_uid"));
            } else {
                given.when(new GiveReward(issue, 0)).expectEvents(issued(43, 2, null));
            }
        }
    }

    @Test
    void a_fan_gets_it_once_whatever_happened_since() {
        IssuedReward answer = new IssuedReward(42, "cap", "first");
        reward.once.used("42", 42L, answer);
        for (boolean isByHand : new boolean[] {true, false}) {
            reward.given(created(RewardType.BADGE, first(1)), issued(42, 1, null), disabled())
                    .when(issue(42, isByHand, 0))
                    .expectNoEvents()
                    .expectResultMessagePayload(answer);
        }
    }

    @Test
    void by_hand_a_reward_must_be_active_and_by_its_cause_it_need_not() {
        RewardDetails expired = RewardRules.normalised(
                RewardType.BADGE,
                with(details ->
                        details.rewardTitle("A cap").expirationTimestamp(NOW).timezone(ZoneId.of("UTC"))));
        List<List<Object>> inactive = List.of(
                List.of(created(RewardType.BADGE, PLAIN), disabled()), List.of(created(RewardType.BADGE, expired)));
        for (List<Object> events : inactive) {
            reward.given(events).when(issue(42, true, 0)).expectNoEvents().expectException(refusalNaming("reward_uid"));
            reward.given(events).when(issue(43, false, 0)).expectSuccessfulHandlerExecution();
        }
    }

    @Test
    void nobody_gets_what_is_deleted_and_no_erased_fan_gets_anything() {
        reward.given(created(RewardType.BADGE, PLAIN), new RewardDeleted(CAP))
                .when(issue(42, false, 0))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        reward.given(created(RewardType.BADGE, PLAIN))
                .when(issue(99, false, 0))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        reward.streams.ended(ROVERS);
        reward.given(created(RewardType.BADGE, PLAIN))
                .when(issue(42, false, 0))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void single_use_codes_are_given_once_each_and_others_in_turn() {
        RewardDetails limited = RewardRules.normalised(
                RewardType.PRIZE_CODE,
                with(details -> details.rewardTitle("A cap").isLimited(true)));
        RewardDetails unlimited =
                RewardRules.normalised(RewardType.PRIZE_CODE, with(details -> details.rewardTitle("A cap")));
        reward.given(created(RewardType.PRIZE_CODE, limited), issued(42, 1, 0L))
                .when(issue(43, false, 2))
                .expectEvents(issued(43, 2, 1L));
        reward.given(created(RewardType.PRIZE_CODE, limited), issued(42, 1, 0L), issued(43, 2, 1L))
                .when(issue(44, false, 2))
                .expectNoEvents()
                .expectException(refusalNaming("reward_uid"));
        reward.given(created(RewardType.PRIZE_CODE, unlimited), issued(42, 1, 0L), issued(43, 2, 1L))
                .when(issue(44, false, 2))
                .expectEvents(issued(44, 3, 0L));
        for (RewardDetails details : List.of(limited, unlimited)) {
            reward.given(created(RewardType.PRIZE_CODE, details))
                    .when(issue(42, true, 0))
                    .expectNoEvents()
                    .expectException(refusalNaming("reward_uid"));
        }
    }

    @Test
    void an_expiration_is_announced_once() {
        RewardDetails details = RewardRules.normalised(
                RewardType.BADGE,
                with(each -> each.rewardTitle("A cap").expirationTimestamp(NOW).timezone(ZoneId.of("UTC"))));
        reward.given(created(RewardType.BADGE, details))
                .when(new AnnounceExpiration(CAP, NOW))
                .expectEvents(new RewardExpired(CAP, NOW));
        reward.given(created(RewardType.BADGE, details), new RewardExpired(CAP, NOW))
                .when(new AnnounceExpiration(CAP, NOW))
                .expectNoEvents();
        reward.given(created(RewardType.BADGE, details))
                .when(new AnnounceExpiration(CAP, NOW.minusSeconds(1)))
                .expectNoEvents();
    }

    @Test
    void a_reward_is_deleted_by_its_own_business_and_its_title_is_free() {
        reward.claims.held(RewardTitleClaims.claim(CAP, 9, "A cap"), CAP);
        reward.given(created(RewardType.BADGE, PLAIN))
                .when(new DeleteReward(CAP, 10))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
        reward.given(created(RewardType.BADGE, PLAIN))
                .when(new DeleteReward(CAP, 9))
                .expectEvents(new RewardDeleted(CAP));
        assertThat(reward.claims.held).isEmpty();
        reward.given(created(RewardType.BADGE, PLAIN), new RewardDeleted(CAP))
                .when(new DeleteReward(CAP, 9))
                .expectException(refusalAsUnknown());
    }

    @Test
    void its_state_can_be_read_also_when_it_is_deleted() {
        reward.given(created(RewardType.BADGE, PLAIN), issued(42, 1, null))
                .when(new ReadReward(CAP))
                .expectNoEvents()
                .expectResultMessagePayload(new RewardState(9, RewardType.BADGE, "points", PLAIN, 1, false));
        reward.given(created(RewardType.BADGE, PLAIN), new RewardDeleted(CAP))
                .when(new ReadReward(CAP))
                .expectResultMessagePayload(new RewardState(9, RewardType.BADGE, "points", PLAIN, 0, true));
    }

    private void quest(long number, long business) {
        QuestId quest = new QuestId(7, number);
        reward.streams.begun(
                quest, new QuestCreated(quest, business, QuestType.CUSTOM, "points", null, QuestDetails.NONE));
    }

    private static RewardDetailsBuilder quests(RewardDetailsBuilder details, Long... quests) {
        return details.requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of(quests));
    }

    private static RewardDetails first(long limit) {
        return RewardRules.normalised(
                RewardType.BADGE,
                with(details -> details.rewardTitle("A cap")
                        .winnerSelectionModel(WinnerSelection.FIRST)
                        .rewardLimit(limit)));
    }

    private static RewardChanged disabled() {
        return new RewardChanged(CAP, 9, with(details -> details.isDisabled(true)), null);
    }

    private static RewardDetails with(UnaryOperator<RewardDetailsBuilder> details) {
        return details.apply(RewardDetailsBuilder.builder(RewardDetails.NONE)).build();
    }

    private static RewardCreated created(RewardType type, RewardDetails details) {
        return new RewardCreated(CAP, 9, type, "points", details);
    }

    private static GiveReward issue(long fan, boolean isByHand, long codes) {
        return new GiveReward(new IssueReward(CAP, fan, "p" + fan, Instant.EPOCH, List.of(), isByHand), codes);
    }

    private static RewardIssued issued(long fan, long number, @Nullable Long code) {
        return new RewardIssued(
                CAP, fan, 9, number, "p" + fan, "points", "points", null, Instant.EPOCH, List.of(), false, code);
    }
}
