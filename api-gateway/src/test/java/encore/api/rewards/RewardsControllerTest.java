package encore.api.rewards;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.paging.Page;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardBuilder;
import encore.kernel.rewards.RewardCommand.AssignReward;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardCommand.DeleteReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardQuery.FindManagedReward;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardQuery.FindPrizeCodeStock;
import encore.kernel.rewards.RewardQuery.FindRewardFans;
import encore.kernel.rewards.RewardQuery.FindRewardUpdates;
import encore.kernel.rewards.RewardQuery.FindRewards;
import encore.kernel.rewards.RewardQuery.FindWonRewards;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.rewards.codes.PrizeCodeCommand.AddPrizeCodes;
import encore.kernel.rewards.codes.PrizeCodeCount;
import encore.kernel.rewards.codes.PrizeCodeStock;
import encore.kernel.rewards.issuances.RewardFan;
import encore.kernel.rewards.issuances.RewardUpdate;
import encore.kernel.rewards.issuances.WonReward;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RewardsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            RewardsController.class,
            FanRewardsController.class,
            RewardUpdatesController.class,
            ManagedRewardsController.class,
            RewardCodesController.class,
            RewardFansController.class);

    private static final String ALL = "/api/v1/ent/businesses/9/rewards";
    private static final String OF_FAN = "/api/v1/ent/businesses/9/fans/42/rewards";
    private static final String MANAGED = "/api/v1/manage/rewards";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Reward CAP = RewardBuilder.builder()
            .rewardUid("cap")
            .businessId(9)
            .rewardTitle("A cap")
            .rewardType(RewardType.BADGE)
            .creationTimestamp(Instant.ofEpochSecond(1_700_000_000))
            .pointUid("points")
            .status(RewardStatus.ACTIVE)
            .statusMessage("The reward is active.")
            .build();

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_reward() {
        Reward.Managed managed = new Reward.Managed(CAP, false, 3);
        backend.on(FindRewards.class, query -> List.of(CAP))
                .on(CreateReward.class, command -> new RewardUid("cap"))
                .on(DeleteReward.class, command -> new RewardUid("cap"))
                .on(FindWonRewards.class, query -> List.of(new WonReward(CAP, "p1", "CODE", null, null)))
                .on(AssignReward.class, command -> new IssuedReward(42, "cap", "p1"))
                .on(
                        FindRewardUpdates.class,
                        query -> new Page<>(
                                List.of(new RewardUpdate("1_0_5", CAP, false, 42L, "p1")), "1_0_5", "1_0_5", false, 9))
                .on(FindManagedRewards.class, query -> new Page<>(List.of(managed), "1", "1", false, 9))
                .on(FindManagedReward.class, query -> managed)
                .on(ChangeReward.class, command -> new RewardUid("cap"))
                .on(FindPrizeCodeStock.class, query -> new PrizeCodeStock(10, 3, 7))
                .on(AddPrizeCodes.class, command -> new PrizeCodeCount(12))
                .on(
                        FindRewardFans.class,
                        query -> new Page<>(
                                List.of(new RewardFan(42, 1, "p1", true, List.of(), 5, Instant.EPOCH)),
                                "5",
                                "5",
                                true,
                                9));
    }

    @Test
    void rewards_are_listed_without_codes() {
        GATEWAY.server()
                .get()
                .uri(ALL + "?performance_uid=p1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                    [{"reward_uid": "cap", "business_id": 9, "reward_title": "A cap", "reward_type": "badge",
                      "creation_timestamp": 1700000000, "status": "active"}]\
                    """)
                .jsonPath("$[0].prize_code")
                .doesNotExist();
        FindRewards asked = (FindRewards) backend.asked.getFirst();
        assertThat(asked.businessId()).isEqualTo(9);
        assertThat(asked.performanceUid()).isEqualTo("p1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded |"
                        + " reward_title=A+cap&reward_type=vendora&requirement_type=quests&required_page_tab_ids=1&required_page_tab_ids=2&winner_selection_model=first&reward_limit=3&expiration_timestamp=2026-10-25T02:30:00&timezone=Europe/Berlin&vendora_delivery_method=qrcode&disable_vendora_qrcode_email=on",
                "application/json | {\"reward_title\": \"A cap\", \"reward_type\": \"vendora\", \"requirement_type\":"
                        + " \"quests\", \"required_page_tab_ids\": [1, 2], \"winner_selection_model\": \"first\","
                        + " \"reward_limit\": 3, \"expiration_timestamp\": \"2026-10-25T02:30:00\", \"timezone\":"
                        + " \"Europe/Berlin\", \"vendora_delivery_method\": \"qrcode\", \"disable_vendora_qrcode_email\":"
                        + " true}"
            })
    void a_reward_is_created(String type, String body) {
        GATEWAY.post(ALL, type, body).isOk().expectBody().json("{\"reward_uid\": \"cap\"}");
        CreateReward sent = (CreateReward) backend.sent.getFirst();
        assertThat(sent.businessId()).isEqualTo(9);
        assertThat(sent.rewardType()).isEqualTo(RewardType.VENDORA);
        assertThat(sent.prizeCodes()).isEmpty();
        assertThat(sent.details())
                .isEqualTo(RewardDetailsBuilder.builder(RewardDetails.NONE)
                        .rewardTitle("A cap")
                        .requirementType(RequirementType.QUESTS)
                        .requiredPageTabIds(List.of(1L, 2L))
                        .winnerSelectionModel(WinnerSelection.FIRST)
                        .rewardLimit(3L)
                        .expirationTimestamp(Instant.parse("2026-10-25T01:30:00Z"))
                        .timezone(ZoneId.of("Europe/Berlin"))
                        .vendoraDeliveryMethod(DeliveryMethod.QRCODE)
                        .disableVendoraQrcodeEmail(true)
                        .build());
    }

    @ParameterizedTest
    @CsvSource({
        "reward_type=badge, reward_title",
        "reward_title=+&reward_type=badge, reward_title",
        "reward_title=A, reward_type",
        "reward_title=A&reward_type=car, reward_type",
        "reward_title=A&reward_type=badge&reward_limit=0, reward_limit",
        "reward_title=A&reward_type=badge&fan_points_required=0, fan_points_required",
        "reward_title=A&reward_type=badge&fan_points_required=1000000000001, fan_points_required",
        "reward_title=A&reward_type=badge&expiration_timestamp=2026-10-25T02:30:00, timezone",
        "reward_title=A&reward_type=badge&timezone=Europe/Berlin, expiration_timestamp",
        "reward_title=A&reward_type=badge&expiration_timestamp=soon&timezone=Europe/Berlin, expiration_timestamp",
        "reward_title=A&reward_type=badge&expiration_timestamp=2026-10-25T02:30:00&timezone=Mars/Base, timezone",
        "reward_title=A&reward_type=badge&required_page_tab_ids=x, required_page_tab_ids",
        "reward_title=A&reward_type=badge&requirement_type=luck, requirement_type"
    })
    void bad_input_is_named(String form, String field) {
        GATEWAY.post(ALL, FORM, form)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void ten_thousand_codes_fit_into_a_call() {
        String codes = IntStream.range(0, 10_000)
                .mapToObj(i -> "code-" + i + "-abcdefghijklmno")
                .collect(Collectors.joining("%0D%0A"));
        GATEWAY.post(ALL, FORM, "reward_title=A&reward_type=prize_code&prize_codes=" + codes)
                .isOk();
        assertThat(((CreateReward) backend.sent.getFirst()).prizeCodes()).hasSize(10_000);
        GATEWAY.post(MANAGED + "/cap/codes", FORM, "prize_codes=" + codes)
                .isOk()
                .expectBody()
                .json("{\"total\": 12}");
        assertThat(((AddPrizeCodes) backend.sent.getLast()).prizeCodes())
                .startsWith("code-0-abcdefghijklmno")
                .hasSize(10_000);
        GATEWAY.post(MANAGED + "/cap/codes", FORM, "prize_codes=")
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("prize_codes");
    }

    @Test
    void a_reward_is_deleted() {
        GATEWAY.server()
                .delete()
                .uri(ALL + "/cap")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new DeleteReward(new RewardId(7, "cap"), 9)));
    }

    @ParameterizedTest
    @CsvSource({FORM + ", reward_uid=cap", "application/json, {\"reward_uid\": \"cap\"}"})
    void a_reward_is_assigned_and_a_fans_rewards_are_listed(String type, String body) {
        GATEWAY.post(OF_FAN, type, body)
                .isOk()
                .expectBody()
                .json("{\"fan_id\": 42, \"reward_uid\": \"cap\", \"fan_point_uid\": \"p1\"}");
        AssignReward sent = (AssignReward) backend.sent.getFirst();
        assertThat(sent.reward()).isEqualTo(new RewardId(7, "cap"));
        assertThat(sent.fanId()).isEqualTo(42);
        GATEWAY.server()
                .get()
                .uri(OF_FAN)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"reward_uid\": \"cap\", \"fan_point_uid\": \"p1\", \"prize_code\": \"CODE\", \"pass_uid\":"
                        + " null}]");
        GATEWAY.post(OF_FAN, FORM, "")
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("reward_uid");
    }

    @Test
    void updates_are_paged_by_time_keys() {
        GATEWAY.server()
                .get()
                .uri("/api/v1/ent/reward_updates?last_update_date=2026-03-01&min_time_key=1_0_1")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                    {"meta": {"min_reward_time_key": "1_0_5", "max_reward_time_key": "1_0_5", "count": 1},
                     "data": [{"reward_time_key": "1_0_5", "reward_uid": "cap", "is_deleted": false,
                               "fan_id": 42, "fan_point_uid": "p1"}]}\
                    """);
        FindRewardUpdates asked = (FindRewardUpdates) backend.asked.getFirst();
        assertThat(asked.from()).isEqualTo(Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(asked.paging().min()).isEqualTo("1_0_1");
    }

    @Test
    void staff_list_change_and_count() {
        GATEWAY.server()
                .get()
                .uri(MANAGED + "?business_id=9&status=ended")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("[{\"reward_uid\": \"cap\", \"is_disabled\": false, \"issued_count\": 3}]");
        GATEWAY.post(
                        MANAGED + "/cap",
                        FORM,
                        "order_idx=2&is_disabled=true&media_uid=m1&description=&expiration_timestamp=")
                .isOk()
                .expectBody()
                .json("{\"reward_uid\": \"cap\"}");
        RewardDetails given = RewardDetailsBuilder.builder(RewardDetails.NONE)
                .orderIdx(2L)
                .isDisabled(true)
                .mediaUid("m1")
                .build();
        ChangeReward sent = (ChangeReward) backend.sent.getFirst();
        assertThat(sent.change()).isEqualTo(Patch.of(given, List.of("description", "expirationTimestamp", "timezone")));
        GATEWAY.server()
                .get()
                .uri(MANAGED + "/cap/codes")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"total\": 10, \"given\": 3, \"left\": 7}");
        GATEWAY.server()
                .get()
                .uri(MANAGED + "/cap/fans")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"meta\": {\"next_fan_key\": \"5\", \"count\": 1}, \"data\": [{\"fan_id\": 42, \"number\":"
                        + " 1}]}");
    }
}
