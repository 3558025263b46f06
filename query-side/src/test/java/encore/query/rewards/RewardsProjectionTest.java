package encore.query.rewards;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import encore.kernel.Refusal;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.businesses.BusinessId;
import encore.kernel.businesses.BusinessQuery.RequireBusiness;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.fans.FanState;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.paging.Paging.TimeKeys;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassBuilder;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassQuery.FindPassesByUid;
import encore.kernel.performances.PerformanceQuery.RequirePerformance;
import encore.kernel.performances.PerformanceUid;
import encore.kernel.quests.QuestQuery.FindQuests;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQuery.FindPrizeCodeStock;
import encore.kernel.rewards.RewardQuery.FindRewardFans;
import encore.kernel.rewards.RewardQuery.FindRewardUpdates;
import encore.kernel.rewards.RewardQuery.FindRewards;
import encore.kernel.rewards.RewardQuery.FindScarceRewards;
import encore.kernel.rewards.RewardQuery.FindScarceRewards.ScarceReward;
import encore.kernel.rewards.RewardQuery.FindScarceRewards.ScarceRewards;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import encore.kernel.rewards.RewardQueryCriteriaBuilder;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeEvent.PrizeCodesAdded;
import encore.kernel.rewards.codes.PrizeCodeStock;
import encore.kernel.rewards.codes.PrizeCodesId;
import encore.kernel.rewards.issuances.RewardFan;
import encore.kernel.rewards.issuances.RewardUpdate;
import encore.kernel.rewards.issuances.WonReward;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersEvent.TierAdded;
import encore.kernel.time.Moment;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RewardsProjectionTest {

    private static final Instant START = ProjectionUnderTest.START;
    private static final Instant NOON = START;
    private static final RewardId CAP = new RewardId(7, "cap");
    private static final RewardId CODE = new RewardId(7, "code");
    private static final RewardId GATE = new RewardId(7, "gate");
    private static final Pass PASS = PassBuilder.builder()
            .passUid(PassId.ofIssuance(7, "gate-42").uid())
            .passCode("ABCD2345")
            .fanId(42)
            .checkedIn(false)
            .creationTimestamp(NOON)
            .build();

    private static final QueryGateway OTHERS = new FakeQueryGateway()
            .on(RequireBusiness.class, query -> {
                if (query.businessId() > 10) {
                    throw query.isInPath() ? Refusal.unknown("There is none.") : Refusal.unknownId("business_id");
                }
                return Business.of(query.businessId(), BusinessDetails.EMPTY);
            })
            .on(RequirePerformance.class, query -> {
                if (query.performanceUid().equals("none")) {
                    throw Refusal.unknownId("performance_uid");
                }
                return new PerformanceUid(query.performanceUid());
            })
            .on(FindQuests.class, query -> List.of())
            .on(RequireFan.class, query -> new FanState(query.fanId(), FanState.State.KNOWN))
            .on(FindPassesByUid.class, query -> query.passUids().contains(PASS.passUid()) ? List.of(PASS) : List.of());

    private long settled = Long.MAX_VALUE;
    private final ProjectionUnderTest<RewardsProjection> rewards =
            new ProjectionUnderTest<>(() -> new RewardsProjection(position -> settled, OTHERS));

    @AfterEach
    void close() {
        rewards.close();
    }

    @Test
    void a_list_goes_by_order_and_then_by_creation() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details.performanceUid("p1")),
                created(GATE, RewardType.PASS, details -> details),
                created(CODE, RewardType.PRIZE_CODE, details -> details),
                changed(GATE, details -> details.orderIdx(1L)),
                new RewardCreated(
                        new RewardId(7, "other"), 10, RewardType.BADGE, "points", titled(details -> details)));
        assertThat(list(Moment.NOW)).extracting(Reward::rewardUid).containsExactly("gate", "cap", "code");
        assertThat(list(new Moment(3, NOON))).extracting(Reward::rewardUid).containsExactly("cap", "gate", "code");
        assertThat(ofPerformance("p1")).extracting(Reward::rewardUid).containsExactly("cap");
        assertThatThrownBy(() -> rewards.read(documents ->
                        rewards.projection().find(new FindRewards(7, 11, null, NOON, null), documents, Moment.NOW)))
                .isInstanceOf(Refusal.class);
    }

    @Test
    void the_point_type_of_a_required_tier_is_shown_while_it_is_required() {
        rewards.given(
                new TierAdded(new PointTiersId(7, "stars"), "gold", "Gold", 10),
                new TierAdded(new PointTiersId(7, "cents"), "penny", "Penny", 10),
                created(CAP, RewardType.BADGE, details -> details),
                created(GATE, RewardType.PASS, details -> requiring(details, "gold")),
                changed(CAP, details -> requiring(details, "gold")));
        assertThat(pointUid(CAP)).isEqualTo("stars");
        assertThat(pointUid(GATE)).isEqualTo("stars");
        rewards.given(
                changed(CAP, details -> requiring(details, "penny")),
                changed(GATE, details -> details.requirementType(RequirementType.FAN_POINTS)));
        assertThat(pointUid(CAP)).isEqualTo("cents");
        assertThat(pointUid(GATE)).isEqualTo("points");
        assertThat(one(CAP, NOON, new Moment(3, NOON)).reward().pointUid()).isEqualTo("points");
    }

    private static RewardDetailsBuilder requiring(RewardDetailsBuilder details, String tier) {
        return details.requirementType(RequirementType.POINT_TIER).pointTierUid(tier);
    }

    private String pointUid(RewardId reward) {
        return one(reward, NOON, Moment.NOW).reward().pointUid();
    }

    @Test
    void a_status_follows_from_rule_stock_and_time() {
        rewards.given(
                created(
                        CAP,
                        RewardType.BADGE,
                        details -> details.winnerSelectionModel(WinnerSelection.FIRST)
                                .rewardLimit(1L)
                                .expirationTimestamp(NOON.plusSeconds(60))),
                created(CODE, RewardType.PRIZE_CODE, details -> details.isLimited(true)),
                created(GATE, RewardType.PASS, details -> details.isDisabled(true)));
        assertThat(status(CAP, NOON)).isEqualTo(RewardStatus.ACTIVE);
        assertThat(status(CAP, NOON.plusSeconds(60))).isEqualTo(RewardStatus.ENDED);
        assertThat(status(CODE, NOON)).isEqualTo(RewardStatus.ENDED);
        assertThat(one(CODE, NOON, Moment.NOW).reward().statusMessage()).contains("no prize codes yet");
        assertThat(status(GATE, NOON)).isEqualTo(RewardStatus.DISABLED);
        rewards.given(codes(0, "A"), issued(CAP, 42, 1, null), issued(CODE, 42, 1, 0L));
        assertThat(status(CAP, NOON)).isEqualTo(RewardStatus.ENDED);
        assertThat(one(CODE, NOON, Moment.NOW).reward().statusMessage()).contains("All prize codes");
        assertThat(one(CAP, NOON, Moment.NOW).issuedCount()).isEqualTo(1);
        rewards.given(codes(1, "B"));
        assertThat(status(CODE, NOON)).isEqualTo(RewardStatus.ACTIVE);
        // Before the first code, between the first and its issuance, and after it.
        assertThat(statusAt(CODE, 3)).isEqualTo(RewardStatus.ENDED);
        assertThat(statusAt(CODE, 4)).isEqualTo(RewardStatus.ACTIVE);
        assertThat(statusAt(CODE, 6)).isEqualTo(RewardStatus.ENDED);
        assertThat(statusAt(CAP, 4)).isEqualTo(RewardStatus.ACTIVE);
        assertThat(statusAt(CAP, 5)).isEqualTo(RewardStatus.ENDED);
    }

    @Test
    void a_reward_that_nobody_can_meet_says_so() {
        rewards.given(created(
                CAP,
                RewardType.BADGE,
                details -> details.requirementType(RequirementType.QUESTS).requiredPageTabIds(List.of(5L))));
        Reward shown = one(CAP, NOON, Moment.NOW).reward();
        assertThat(shown.status()).isEqualTo(RewardStatus.ACTIVE);
        assertThat(shown.statusMessage()).contains("A required quest was deleted");
        assertThat(list(Moment.NOW)).containsExactly(shown);
    }

    @Test
    void staff_look_for_rewards() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details.performanceUid("p1")),
                created(GATE, RewardType.PASS, details -> details.isDisabled(true)),
                new RewardCreated(new RewardId(7, "other"), 10, RewardType.BADGE, "points", titled(details -> details)),
                created(CODE, RewardType.PRIZE_CODE, details -> details),
                new RewardDeleted(CODE));
        assertThat(managed(criteria(), Moment.NOW)).containsExactly("cap", "gate", "other");
        assertThat(managed(criteria().businessId(9L), Moment.NOW)).containsExactly("cap", "gate");
        assertThat(managed(criteria().performanceUid("p1"), Moment.NOW)).containsExactly("cap");
        assertThat(managed(criteria().status(RewardStatus.DISABLED), Moment.NOW))
                .containsExactly("gate");
        assertThat(managed(criteria(), new Moment(4, NOON))).containsExactly("cap", "gate", "other", "code");
        assertThat(managed(criteria(), new Moment(1, NOON))).containsExactly("cap");
        assertThatThrownBy(() -> one(CODE, NOON, Moment.NOW)).isInstanceOf(Refusal.class);
        assertThat(one(CODE, NOON, new Moment(4, NOON)).reward().rewardUid()).isEqualTo("code");
    }

    @Test
    void a_fan_has_rewards_with_codes_and_passes_also_deleted_ones() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details.performanceUid("p1")),
                codes(0, "A", "B"),
                created(CODE, RewardType.PRIZE_CODE, details -> details),
                created(GATE, RewardType.PASS, details -> details),
                issued(CAP, 42, 1, null),
                issued(CODE, 43, 1, 0L),
                issued(CODE, 42, 2, 1L),
                issued(GATE, 42, 1, null),
                new RewardDeleted(CAP));
        List<WonReward> won = won(42, Moment.NOW);
        assertThat(won).extracting(each -> each.reward().rewardUid()).containsExactly("cap", "code", "gate");
        assertThat(won).extracting(WonReward::prizeCode).containsExactly(null, "B", null);
        assertThat(won).extracting(WonReward::passCode).containsExactly(null, null, "ABCD2345");
        assertThat(won).extracting(WonReward::fanPointUid).containsExactly("cap-42", "code-42", "gate-42");
        assertThat(won.getFirst().reward().status()).isEqualTo(RewardStatus.DISABLED);
        assertThat(won(42, new Moment(5, NOON)))
                .extracting(each -> each.reward().status())
                .containsExactly(RewardStatus.ACTIVE);
        assertThat(stock()).isEqualTo(new PrizeCodeStock(2, 2, 0));
    }

    @Test
    void an_erased_fan_keeps_its_place_and_is_named_nowhere() {
        rewards.given(
                created(
                        CAP,
                        RewardType.BADGE,
                        details -> details.winnerSelectionModel(WinnerSelection.FIRST)
                                .rewardLimit(2L)),
                issued(CAP, 42, 1, null),
                new FanErased(new FanId(7, 42)),
                new FanErased(new FanId(7, 43)),
                // It was on its way when the fan was erased.
                issued(CAP, 43, 2, null));
        assertThat(fans(Moment.NOW)).isEmpty();
        assertThat(won(42, Moment.NOW)).isEmpty();
        assertThat(one(CAP, NOON, Moment.NOW).issuedCount()).isEqualTo(2);
        assertThat(status(CAP, NOON)).isEqualTo(RewardStatus.ENDED);
        assertThat(updates(null)).extracting(RewardUpdate::fanId).containsExactly((Long) null);
    }

    @Test
    void the_fans_of_a_reward_are_paged_as_they_got_it() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details),
                issued(CAP, 42, 1, null),
                issued(CAP, 43, 2, null),
                issued(CAP, 44, 3, null));
        assertThat(fans(Moment.NOW)).containsExactly(42L, 43L, 44L);
        assertThat(fans(new Moment(3, NOON))).containsExactly(42L, 43L);
        Page<RewardFan> first = rewards.read(documents -> rewards.projection()
                .find(new FindRewardFans(7, "cap", new NextKey(null, 2), null), documents, Moment.NOW));
        assertThat(first.more()).isTrue();
        Page<RewardFan> second = rewards.read(documents -> rewards.projection()
                .find(new FindRewardFans(7, "cap", new NextKey(first.last(), 2), null), documents, Moment.NOW));
        assertThat(second.rows()).extracting(RewardFan::number).containsExactly(3L);
    }

    @Test
    void updates_have_each_reward_once_and_each_issuance() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details),
                created(GATE, RewardType.PASS, details -> details),
                issued(CAP, 42, 1, null),
                changed(CAP, details -> details.description("Red")),
                new RewardDeleted(GATE));
        List<RewardUpdate> all = updates(null);
        assertThat(all).extracting(each -> each.reward().rewardUid()).containsExactly("cap", "cap", "gate");
        assertThat(all).extracting(RewardUpdate::fanId).containsExactly(42L, null, null);
        assertThat(all).extracting(RewardUpdate::isDeleted).containsExactly(false, false, true);
        assertThat(all.getFirst().rewardTimeKey())
                .isEqualTo(START.plusSeconds(2).getEpochSecond() + "_0_3");
        assertThat(updates(all.getFirst().rewardTimeKey())).hasSize(2);
        assertThat(updates(all.getLast().rewardTimeKey())).isEmpty();
        settled = START.plusSeconds(2).toEpochMilli();
        assertThat(updates(null)).hasSize(1);
    }

    @Test
    void the_rewards_of_a_removed_business_count_as_deleted() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details),
                created(GATE, RewardType.PASS, details -> details),
                issued(CAP, 42, 1, null),
                new BusinessRemoved(new BusinessId(7, 9)));
        assertThat(managed(criteria(), Moment.NOW)).isEmpty();
        assertThat(list(new Moment(2, NOON))).hasSize(2);
        assertThat(updates(null)).extracting(RewardUpdate::isDeleted).containsExactly(true, true, true);
        assertThat(wonAnywhere(42).getFirst().reward().status()).isEqualTo(RewardStatus.DISABLED);
    }

    @Test
    void a_reward_recorded_after_the_end_of_its_business_is_deleted() {
        rewards.givenLate(
                created(CAP, RewardType.BADGE, details -> details), new BusinessRemoved(new BusinessId(7, 9)));
        assertThat(list(Moment.NOW)).isEmpty();
        assertThat(managed(criteria(), Moment.NOW)).isEmpty();
    }

    @Test
    void an_unknown_performance_is_refused_unless_a_reward_names_it() {
        rewards.given(created(GATE, RewardType.PASS, details -> details), issued(GATE, 42, 1, null));
        refused("performance_uid", () -> ofPerformance("none"));
        refused("performance_uid", () -> managed(criteria().performanceUid("none"), Moment.NOW));
        refused("performance_uid", () -> won(42, "none"));
        refused("business_id", () -> managed(criteria().businessId(11L), Moment.NOW));
        assertThat(ofPerformance("quiet")).isEmpty();
        assertThat(won(42, "quiet")).isEmpty();
        rewards.given(changed(GATE, details -> details.performanceUid("none")));
        assertThat(ofPerformance("none")).hasSize(1);
        assertThat(managed(criteria().performanceUid("none"), Moment.NOW)).containsExactly("gate");
        assertThat(won(42, "none")).hasSize(1);
    }

    private static void refused(String field, ThrowingCallable find) {
        assertThatThrownBy(find)
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.field()).isEqualTo(field));
    }

    private List<Reward> ofPerformance(String performance) {
        var query = new FindRewards(7, 9, performance, NOON, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, Moment.NOW));
    }

    private List<WonReward> won(long fan, String performance) {
        var query = new FindWonRewards(7, fan, 9L, performance, NOON, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, Moment.NOW));
    }

    @Test
    void replayed_it_is_the_same() {
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details),
                codes(0, "A", "B"),
                created(CODE, RewardType.PRIZE_CODE, details -> details),
                issued(CAP, 42, 1, null),
                issued(CODE, 42, 1, 0L),
                changed(CAP, details -> details.description("Red")),
                new FanErased(new FanId(7, 42)),
                new RewardDeleted(CAP));
        try (var again = rewards.replayed()) {
            assertThat(again.checksums()).isEqualTo(rewards.checksums());
        }
    }

    private static RewardCreated created(
            RewardId reward, RewardType type, UnaryOperator<RewardDetailsBuilder> details) {
        return new RewardCreated(reward, 9, type, "points", titled(details));
    }

    private static RewardDetails titled(UnaryOperator<RewardDetailsBuilder> details) {
        return details.apply(RewardDetailsBuilder.builder(RewardDetails.NONE).rewardTitle("A cap"))
                .build();
    }

    private static RewardChanged changed(RewardId reward, UnaryOperator<RewardDetailsBuilder> changes) {
        return new RewardChanged(
                reward,
                9,
                changes.apply(RewardDetailsBuilder.builder(RewardDetails.NONE)).build(),
                null);
    }

    private static PrizeCodesAdded codes(long first, String... codes) {
        return PrizeCodesAdded.of(new PrizeCodesId(7, "code"), first, List.of(codes));
    }

    private static RewardIssued issued(RewardId reward, long fan, long number, @Nullable Long code) {
        return new RewardIssued(
                reward,
                fan,
                9,
                number,
                reward.uid() + "-" + fan,
                "points",
                "points",
                null,
                NOON,
                List.of(),
                false,
                code);
    }

    private List<Reward> list(Moment then) {
        var query = new FindRewards(7, 9, null, NOON, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, then));
    }

    private static RewardQueryCriteriaBuilder criteria() {
        return RewardQueryCriteriaBuilder.builder().builder();
    }

    private List<String> managed(RewardQueryCriteriaBuilder criteria, Moment then) {
        var query = new FindManagedRewards(7, criteria.build(), NOON, new NextKey(null, 100), null);
        return rewards.read(documents -> rewards.projection().find(query, documents, then)).rows().stream()
                .map(each -> each.reward().rewardUid())
                .toList();
    }

    private Reward.Managed one(RewardId reward, Instant now, Moment then) {
        var query = new FindManagedReward(7, reward.uid(), now, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, then));
    }

    private RewardStatus status(RewardId reward, Instant now) {
        return one(reward, now, Moment.NOW).reward().status();
    }

    private RewardStatus statusAt(RewardId reward, long position) {
        return one(reward, NOON, new Moment(position, NOON)).reward().status();
    }

    private List<WonReward> won(long fan, Moment then) {
        var query = new FindWonRewards(7, fan, 9L, null, NOON, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, then));
    }

    private List<WonReward> wonAnywhere(long fan) {
        var query = new FindWonRewards(7, fan, null, null, NOON, null);
        return rewards.read(documents -> rewards.projection().find(query, documents, Moment.NOW));
    }

    private List<Long> fans(Moment then) {
        var query = new FindRewardFans(7, "cap", new NextKey(null, 100), null);
        return rewards.read(documents -> rewards.projection().find(query, documents, then)).rows().stream()
                .map(RewardFan::fanId)
                .toList();
    }

    private PrizeCodeStock stock() {
        var query = new FindPrizeCodeStock(7, "code");
        return rewards.read(documents -> rewards.projection().find(query, documents));
    }

    private List<RewardUpdate> updates(@Nullable String after) {
        var query = new FindRewardUpdates(7, null, NOON, new TimeKeys(after, null, 100));
        return rewards.read(documents -> rewards.projection().find(query, documents))
                .rows();
    }

    @Test
    void a_reward_is_scarce_when_at_most_a_tenth_of_its_codes_is_left() {
        String[] ten = IntStream.range(0, 10).mapToObj(i -> "c" + i).toArray(String[]::new);
        rewards.given(
                created(CAP, RewardType.BADGE, details -> details),
                created(CODE, RewardType.PRIZE_CODE, details -> details.isLimited(true)),
                codes(0, ten));
        assertThat(scarce(5)).isEqualTo(new ScarceRewards(List.of(), false));
        for (long fan = 0; fan < 9; fan++) {
            rewards.given(issued(CODE, fan, fan + 1, fan));
        }
        assertThat(scarce(5).rewards())
                .extracting(ScarceReward::rewardUid, ScarceReward::left)
                .containsExactly(tuple("code", 1L));
        rewards.given(issued(CODE, 9, 10, 9L));
        assertThat(scarce(5).rewards()).extracting(ScarceReward::left).containsExactly(0L);
        assertThat(scarce(0)).isEqualTo(new ScarceRewards(List.of(), true));
        rewards.given(changed(CODE, details -> details.isDisabled(true)));
        assertThat(scarce(5).rewards()).isEmpty();
    }

    private ScarceRewards scarce(int limit) {
        return rewards.read(documents -> rewards.projection().find(new FindScarceRewards(7, NOON, limit), documents));
    }
}
