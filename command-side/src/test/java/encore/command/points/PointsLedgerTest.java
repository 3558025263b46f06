package encore.command.points;

import static encore.command.Refusals.refusalNaming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Once;
import encore.kernel.StreamId;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.AwardDetailsBuilder;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.kernel.points.RecordedAward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PointsLedgerTest {

    private static final LedgerId LEDGER = new LedgerId(new FanId(7, 42), "cd");

    private static final CampaignId CAMPAIGN = new CampaignId(7, 3);

    private static final RewardId REWARD = new RewardId(7, "r1");
    private static final BusinessId BUSINESS = new BusinessId(7, 9);

    private final AggregateUnderTest<PointsLedger> ledger = new AggregateUnderTest<>(PointsLedger.class);

    @BeforeEach
    void fan_point_type_and_campaign_are_known() {
        ledger.streams
                .open(LEDGER.fan())
                .open(LEDGER.pointType())
                .open(CAMPAIGN)
                .open(BUSINESS)
                .begun(REWARD, new RewardCreated(REWARD, 9, RewardType.BADGE, "cd", RewardDetails.NONE));
    }

    @Test
    void an_award_is_recorded_with_the_balance_it_makes() {
        ledger.given(awarded("p1", 50, 50, null))
                .when(award("p2", -70, null))
                .expectEvents(awarded("p2", -70, -20, null))
                .expectResultMessagePayload(new RecordedAward(42, "p2"));
    }

    @Test
    void the_first_award_opens_the_ledger() {
        ledger.givenNoPriorActivity().when(award("p1", 50, "quest-7")).expectEvents(awarded("p1", 50, 50, "quest-7"));
        assertThat(ledger.once.perKey(
                        new Once.Key("award", "award_key", "quest-7"),
                        50L,
                        RecordedAward.class,
                        () -> new RecordedAward(0, "another")))
                .isEqualTo(new RecordedAward(42, "p1"));
    }

    @Test
    void the_same_award_key_answers_with_the_first_award_and_records_nothing() {
        ledger.once.used("quest-7", 50L, new RecordedAward(42, "p1"));
        ledger.given(awarded("p1", 50, 50, "quest-7"))
                .when(award("p2", 50, "quest-7"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAward(42, "p1"));
    }

    @Test
    void the_same_award_key_with_another_count_is_refused() {
        ledger.once.used("quest-7", 50L, new RecordedAward(42, "p1"));
        ledger.given(awarded("p1", 50, 50, "quest-7"))
                .when(award("p2", 51, "quest-7"))
                .expectNoEvents()
                .expectException(refusalNaming("award_key"));
    }

    @Test
    void another_award_key_is_another_award() {
        ledger.once.used("quest-7", 50L, new RecordedAward(42, "p1"));
        ledger.given(awarded("p1", 50, 50, "quest-7"))
                .when(award("p2", 50, "quest-8"))
                .expectEvents(awarded("p2", 50, 100, "quest-8"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1_000_000_000_001L, -1_000_000_000_001L, Long.MAX_VALUE, Long.MIN_VALUE})
    void a_count_of_zero_or_beyond_reason_is_refused(long count) {
        ledger.given(awarded("p1", 50, 50, null))
                .when(award("p2", count, null))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000_000_000L, -1_000_000_000_000L})
    void a_count_at_the_bound_is_recorded(long count) {
        ledger.givenNoPriorActivity().when(award("p1", count, null)).expectEvents(awarded("p1", count, count, null));
    }

    @Test
    void a_balance_never_overflows() {
        ledger.given(awarded("p1", Long.MAX_VALUE - 10, Long.MAX_VALUE - 10, null))
                .when(award("p2", 11, null))
                .expectNoEvents()
                .expectException(refusalNaming("point_count"));
    }

    @Test
    void a_fan_that_is_unknown_or_erased_gets_nothing() {
        var unknown = new AggregateUnderTest<>(PointsLedger.class);
        unknown.streams.open(LEDGER.pointType());
        unknown.given(awarded("p1", 50, 50, null))
                .when(award("p2", 50, null))
                .expectNoEvents()
                .expectException(refusalNaming("fan_id"));
    }

    @Test
    void a_point_type_that_is_unknown_is_refused() {
        var unknown = new AggregateUnderTest<>(PointsLedger.class);
        unknown.streams.open(LEDGER.fan());
        unknown.givenNoPriorActivity()
                .when(award("p2", 50, null))
                .expectNoEvents()
                .expectException(refusalNaming("point_uid"));
    }

    @Test
    void an_award_may_be_for_what_the_fan_did() {
        ledger.facts.standing(9, did(LEDGER.fan()));
        ledger.givenNoPriorActivity()
                .when(awardFor(9, null))
                .expectEvents(PointsEventPointsAwardedBuilder.builder()
                        .ledger(LEDGER)
                        .fanPointUid("p1")
                        .count(5)
                        .pointType("points")
                        .source("ent")
                        .balance(5L)
                        .activityId(9L)
                        .build());
    }

    @Test
    void an_award_for_what_nobody_or_another_fan_did_is_refused() {
        ledger.facts.standing(8, did(new FanId(7, 43))).standing(7, did(new FanId(8, 42)));
        ledger.facts.standing(6, awarded("p1", 50, 50, null));
        for (long activity : new long[] {9, 8, 7, 6}) {
            ledger.givenNoPriorActivity()
                    .when(awardFor(activity, null))
                    .expectNoEvents()
                    .expectException(refusalNaming("activity_id"));
        }
    }

    @Test
    void an_award_of_a_session_names_it() {
        ledger.givenNoPriorActivity()
                .when(new AwardPoints(
                        LEDGER,
                        "p1",
                        5,
                        "ent",
                        AwardDetailsBuilder.builder(AwardDetails.NONE)
                                .sessionHash("ref")
                                .build()))
                .expectEvents(PointsEventPointsAwardedBuilder.builder()
                        .ledger(LEDGER)
                        .fanPointUid("p1")
                        .count(5)
                        .pointType("points")
                        .source("ent")
                        .balance(5L)
                        .sessionHash("ref")
                        .build());
    }

    @Test
    void a_repeat_answers_whatever_it_says_of_an_activity() {
        ledger.once.used("quest-7", 5L, new RecordedAward(42, "p0"));
        ledger.given(awarded("p0", 5, 5, "quest-7"))
                .when(awardFor(9, "quest-7"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAward(42, "p0"));
    }

    private static AwardPoints awardFor(long activity, @Nullable String key) {
        return new AwardPoints(
                LEDGER,
                "p1",
                5,
                "ent",
                AwardDetailsBuilder.builder(AwardDetails.withKey(key))
                        .activityId(activity)
                        .build());
    }

    private static ActivityRecorded did(FanId fan) {
        return ActivityEventActivityRecordedBuilder.builder()
                .activity(new ActivityId(fan.account(), "a1"))
                .fan(fan)
                .properties(List.of())
                .details(ActivityDetails.NONE)
                .title("Doors")
                .build();
    }

    @Test
    void a_campaign_that_is_unknown_or_deleted_is_refused() {
        ledger.streams.ended(CAMPAIGN);
        ledger.given(awarded("p1", 50, 50, null))
                .when(award("p2", 50, "quest-8"))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
        ledger.given(awarded("p1", 50, 50, null))
                .when(award("p2", 50, null))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
    }

    @Test
    void an_award_of_no_campaign_asks_for_none() {
        ledger.streams.ended(CAMPAIGN);
        ledger.givenNoPriorActivity()
                .when(new AwardPoints(LEDGER, "p1", 50, "ent", AwardDetails.NONE))
                .expectEvents(PointsEventPointsAwardedBuilder.builder()
                        .ledger(LEDGER)
                        .fanPointUid("p1")
                        .count(50)
                        .pointType("points")
                        .source("ent")
                        .balance(50L)
                        .build());
    }

    @Test
    void the_reward_of_an_award_exists() {
        for (StreamId gone : List.of(REWARD, BUSINESS)) {
            ledger.streams.ended(gone);
            ledger.givenNoPriorActivity()
                    .when(award("p1", 50, null))
                    .expectNoEvents()
                    .expectException(refusalNaming("reward_uid"));
            ledger.streams.open(gone);
        }
        ledger.once.used("quest-7", 50L, new RecordedAward(42, "p1"));
        ledger.streams.ended(REWARD);
        ledger.givenNoPriorActivity()
                .when(award("p2", 50, "quest-7"))
                .expectResultMessagePayload(new RecordedAward(42, "p1"));
    }

    @Test
    void a_known_award_key_answers_with_the_first_award_when_the_campaign_is_gone() {
        ledger.streams.ended(CAMPAIGN);
        ledger.once.used("quest-7", 50L, new RecordedAward(42, "p1"));
        ledger.given(awarded("p1", 50, 50, "quest-7"))
                .when(award("p2", 50, "quest-7"))
                .expectNoEvents()
                .expectResultMessagePayload(new RecordedAward(42, "p1"));
    }

    private static AwardPoints award(String uid, long count, @Nullable String key) {
        return new AwardPoints(
                LEDGER,
                uid,
                count,
                "ent",
                AwardDetailsBuilder.builder(AwardDetails.withKey(key))
                        .rewardUid("r1")
                        .pageTabId(3L)
                        .build());
    }

    private static PointsAwarded awarded(String uid, long count, long balance, @Nullable String key) {
        return PointsAwarded.of(award(uid, count, key), balance);
    }
}
