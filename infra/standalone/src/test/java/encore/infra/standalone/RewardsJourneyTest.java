package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff make rewards and assign them, and fans show passes and redeem codes. */
class RewardsJourneyTest extends Journey {

    private static final String MANAGED = "/api/v1/manage/rewards";
    private static final String UPDATES = "/api/v1/ent/reward_updates";

    private long business;
    private long fan;

    @BeforeEach
    void a_business_and_a_fan() {
        business = api.business("Rovers");
        fan = api.fan("ada@fans.example");
    }

    @Test
    void a_reward_is_created_changed_and_deleted() {
        String uid = create("reward_title", "Scarf", "reward_type", "badge", "fan_points_required", 5);
        Api app = new Api(
                api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
        JsonNode listed = app.get(rewards()).mustBe(200).body();
        assertThat(listed).hasSize(1);
        assertThat(listed.get(0).get("status").asString()).isEqualTo("active");
        assertThat(listed.get(0).get("fan_points_required").isNull()).isTrue();
        assertThat(listed.get(0).get("winner_selection_model").asString()).isEqualTo("all");
        assertThat(listed.get(0).has("prize_code")).isFalse();
        app.post(rewards(), "reward_title", "Hat", "reward_type", "badge").mustBe(401);

        assertThat(field(api.post(rewards(), "reward_title", "Scarf", "reward_type", "pass")))
                .isEqualTo("reward_title");
        JsonNode changed = api.post(MANAGED + "/" + uid, "is_disabled", true, "order_idx", 3)
                .mustBe(200)
                .body();
        assertThat(changed.get("status").asString()).isEqualTo("disabled");
        assertThat(changed.get("order_idx").asLong()).isEqualTo(3);
        assertThat(api.get(MANAGED, "status", "disabled").mustBe(200).body()).hasSize(1);
        assertThat(api.get(MANAGED, "status", "active").mustBe(200).body()).isEmpty();

        api.delete("/api/v1/ent/businesses/" + api.business("City") + "/rewards/" + uid)
                .mustBe(404);
        assertThat(api.delete(rewards() + "/" + uid).mustBe(200).text()).isEqualTo("true");
        api.delete(rewards() + "/" + uid).mustBe(404);
        api.get(MANAGED + "/" + uid).mustBe(404);
        assertThat(app.get(rewards()).mustBe(200).body()).isEmpty();
        create("reward_title", "Scarf", "reward_type", "badge");
    }

    @Test
    void a_reward_is_measured_by_the_points_that_it_requires_now_whatever_it_required_before() {
        String own = api.pointType("discs");
        String stars = api.pointType("stars");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", own).mustBe(200);
        String tier = api.made(
                "/api/v1/crm/points/" + stars + "/point_tiers",
                "point_tier_uid",
                "tier_name",
                "Gold",
                "min_points",
                25);
        Object[] toTier = {"requirement_type", "point_tier", "point_tier_uid", tier};
        Object[] toPoints = {"requirement_type", "fan_points", "fan_points_required", 5};
        String cap = create("reward_title", "Cap", "reward_type", "badge", toTier[0], toTier[1], toTier[2], toTier[3]);
        String hat = create(
                "reward_title", "Hat", "reward_type", "badge", toPoints[0], toPoints[1], toPoints[2], toPoints[3]);
        assertThat(pointUid(cap)).isEqualTo(stars);
        assertThat(pointUid(hat)).isEqualTo(own);
        api.post(MANAGED + "/" + cap, toPoints).mustBe(200);
        api.post(MANAGED + "/" + hat, toTier).mustBe(200);
        assertThat(pointUid(cap)).isEqualTo(own);
        assertThat(pointUid(hat)).isEqualTo(stars);
        assign(fan, hat).mustBe(200);
        FanSessions.logIn(api, fan, business);
        ofBusiness("Door", business);
        api.post("/api/v1/crm/fans/" + fan + "/activities", "campaign_title", "Door")
                .mustBe(200);
        api.post("/api/v1/ent/fan_points", "point_uid", own, "fan_id", fan, "point_count", 5)
                .mustBe(200);
        // Points are read from another projection than rewards.
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(won(fan)).hasSize(2);
            assertThat(pointsOfRewards(fan)).containsExactlyInAnyOrder(cap + " " + own, hat + " " + stars);
        });
    }

    /** Returns the reward and the type of points of each record that a reward made. */
    private List<String> pointsOfRewards(long fan) {
        return api.get("/api/v1/ent/fan_points", "fan_id", fan, "start_date", "2020-01-01", "end_date", "2100-01-01")
                .mustBe(200)
                .body()
                .valueStream()
                .filter(each -> each.get("point_source").asString().equals("reward"))
                .map(each -> each.get("reward_uid").asString() + " "
                        + each.get("point_uid").asString())
                .toList();
    }

    private String pointUid(String reward) {
        return api.get(MANAGED + "/" + reward)
                .mustBe(200)
                .body()
                .get("point_uid")
                .asString();
    }

    @Test
    void a_reward_is_assigned_once_and_is_a_record_of_0_points() {
        String uid = create("reward_title", "Scarf", "reward_type", "badge");
        JsonNode first = assign(fan, uid).mustBe(200).body();
        assertThat(first.get("fan_id").asLong()).isEqualTo(fan);
        assertThat(first.get("reward_uid").asString()).isEqualTo(uid);
        api.post(MANAGED + "/" + uid, "is_disabled", true).mustBe(200);
        assertThat(assign(fan, uid).mustBe(200).body()).isEqualTo(first);
        assertThat(field(assign(api.fan("bob@fans.example"), uid))).isEqualTo("reward_uid");
        assertThat(field(assign(fan, "none"))).isEqualTo("reward_uid");
        assign(fan + 1, uid).mustBe(404);

        JsonNode won = won(fan).get(0);
        assertThat(won.get("fan_point_uid")).isEqualTo(first.get("fan_point_uid"));
        assertThat(won.get("status").asString()).isEqualTo("disabled");
        JsonNode points = api.get(
                        "/api/v1/ent/fan_points", "fan_id", fan, "start_date", "2020-01-01", "end_date", "2100-01-01")
                .mustBe(200)
                .body();
        assertThat(points).hasSize(1);
        assertThat(points.get(0).get("fan_point_uid")).isEqualTo(first.get("fan_point_uid"));
        assertThat(points.get(0).get("point_count").asLong()).isZero();
        assertThat(points.get(0).get("point_source").asString()).isEqualTo("reward");
        assertThat(points.get(0).get("reward_uid").asString()).isEqualTo(uid);

        api.delete(rewards() + "/" + uid).mustBe(200);
        assertThat(won(fan).get(0).get("status").asString()).isEqualTo("disabled");
        String points2 = api.pointType("stars");
        assertThat(field(api.post(
                        "/api/v1/ent/fan_points",
                        "fan_id",
                        fan,
                        "point_uid",
                        points2,
                        "point_count",
                        5,
                        "reward_uid",
                        uid)))
                .isEqualTo("reward_uid");
    }

    @Test
    void of_40_claimants_the_first_10_get_it() throws Exception {
        String uid = create(
                "reward_title", "Scarf", "reward_type", "badge", "winner_selection_model", "first", "reward_limit", 10);
        List<Callable<Integer>> claims = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            long claimant = api.fan("claimant-" + i + "@fans.example");
            claims.add(() -> assign(claimant, uid).status());
        }
        List<Integer> answers = together(claims);
        assertThat(answers.stream().filter(status -> status == 200)).hasSize(10);
        assertThat(answers).containsOnly(200, 400);
        JsonNode page = api.get(MANAGED + "/" + uid + "/fans").mustBe(200).body();
        assertThat(page.get("data").valueStream().map(row -> row.get("number").asLong()))
                .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(api.get(MANAGED + "/" + uid).mustBe(200).body().get("status").asString())
                .isEqualTo("ended");
        assertThat(field(api.post(MANAGED + "/" + uid, "reward_limit", 9))).isEqualTo("reward_limit");
        api.post(MANAGED + "/" + uid, "reward_limit", 11).mustBe(200);
        assign(fan, uid).mustBe(200);
    }

    @Test
    void prize_codes_are_given_once_each() {
        String uid = create("reward_title", "Voucher", "reward_type", "prize_code", "is_limited", true);
        assertThat(field(assign(fan, uid))).isEqualTo("reward_uid");
        assertThat(api.get(MANAGED + "/" + uid)
                        .mustBe(200)
                        .body()
                        .get("status_message")
                        .asString())
                .contains("no prize codes yet");
        assertThat(api.post(codes(uid), "prize_codes", "A1, B2\r\nC3")
                        .mustBe(200)
                        .body()
                        .get("total")
                        .asLong())
                .isEqualTo(3);
        for (String wrong : new String[] {"D4,D4", "D4\nA1", " , ", "x".repeat(129)}) {
            assertThat(field(api.post(codes(uid), "prize_codes", wrong))).isEqualTo("prize_codes");
        }
        assign(fan, uid).mustBe(200);
        assertThat(won(fan).get(0).get("prize_code").asString()).isEqualTo("A1");
        JsonNode stock = api.get(codes(uid)).mustBe(200).body();
        assertThat(stock).hasToString("{\"total\":3,\"given\":1,\"left\":2}");
        for (String email : List.of("bob@fans.example", "cy@fans.example")) {
            assign(api.fan(email), uid).mustBe(200);
        }
        assertThat(field(assign(api.fan("dot@fans.example"), uid))).isEqualTo("reward_uid");
        api.delete(rewards() + "/" + uid).mustBe(200);
        assertThat(won(fan).get(0).get("prize_code").asString()).isEqualTo("A1");
    }

    @Test
    void codes_that_come_with_the_reward_are_given_in_turn() {
        String uid = create(
                "reward_title",
                "Voucher",
                "reward_type",
                "prize_code",
                "prize_codes",
                String.join(
                        "\n",
                        IntStream.range(0, 1_200).mapToObj(i -> "code-" + i).toList()));
        assertThat(api.get(codes(uid)).mustBe(200).body().get("total").asLong()).isEqualTo(1_200);
        assign(fan, uid).mustBe(200);
        assertThat(won(fan).get(0).get("prize_code").asString()).isEqualTo("code-0");
        assertThat(field(api.post(
                        rewards(), "reward_title", "Other", "reward_type", "prize_code", "prize_codes", "A,A")))
                .isEqualTo("prize_codes");
        assertThat(api.get(rewards()).mustBe(200).body()).hasSize(1);
    }

    @Test
    void a_pass_comes_with_its_reward_and_lets_in_at_the_business_once() {
        String uid = create("reward_title", "Gate", "reward_type", "pass", "access_pass_type", "qrcode");
        long show = ofBusiness("Opening night", business);
        long elsewhere = ofBusiness("Another night", api.business("City"));
        assign(fan, uid).mustBe(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !won(fan).get(0).get("pass_code").isNull());
        JsonNode won = won(fan).get(0);
        String code = won.get("pass_code").asString();
        String passes = MANAGED + "/" + uid + "/passes";
        JsonNode page = api.get(passes).mustBe(200).body();
        assertThat(page.get("data")).hasSize(1);
        assertThat(page.get("data").get(0).get("pass_uid")).isEqualTo(won.get("pass_uid"));
        assertThat(page.get("data").get(0).get("claim_fan_id").isNull()).isTrue();

        long bob = api.fan("bob@fans.example");
        api.post(passes + "/" + won.get("pass_uid").asString(), "claim_fan_id", bob)
                .mustBe(200);
        assertThat(field(api.post(checkIn(elsewhere), "pass_code", code))).isEqualTo("pass_code");
        JsonNode in = api.post(checkIn(show), "pass_code", code).mustBe(200).body();
        assertThat(in.get("fan_id").asLong()).isEqualTo(fan);
        assertThat(in.get("claim_fan_id").asLong()).isEqualTo(bob);
        assertThat(field(api.post(checkIn(show), "pass_code", code))).isEqualTo("pass_code");

        api.delete(passes + "/" + won.get("pass_uid").asString()).mustBe(200);
        assertThat(won(fan).get(0).get("pass_uid").isNull()).isTrue();
        assertThat(api.get(passes).mustBe(200).body().get("data")).isEmpty();
    }

    @Test
    void a_pass_lets_in_within_its_window_only() {
        String uid =
                create("reward_title", "Gate", "reward_type", "pass", "access_end_timestamp", "2020-01-01T00:00:00Z");
        long show = ofBusiness("Opening night", business);
        assign(fan, uid).mustBe(200);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !won(fan).get(0).get("pass_code").isNull());
        assertThat(field(api.post(
                        checkIn(show),
                        "pass_code",
                        won(fan).get(0).get("pass_code").asString())))
                .isEqualTo("pass_code");
    }

    @Test
    void an_expiration_is_announced_and_vendors_read_updates() {
        String uid = create(
                "reward_title",
                "Scarf",
                "reward_type",
                "badge",
                "expiration_timestamp",
                "2026-03-29T02:30:00",
                "timezone",
                "Europe/Berlin");
        JsonNode reward = api.get(MANAGED + "/" + uid).mustBe(200).body();
        assertThat(reward.get("expiration_timestamp").asLong()).isEqualTo(1_774_747_800L);
        assertThat(reward.get("timezone").asString()).isEqualTo("Europe/Berlin");
        for (String[] wrong :
                new String[][] {{"expiration_timestamp", "2026-03-29T02:30:00"}, {"timezone", "Europe/Berlin"}}) {
            api.post(rewards(), "reward_title", "Hat", "reward_type", "badge", wrong[0], wrong[1])
                    .mustBe(400);
        }
        api.post(MANAGED + "/" + uid, "expiration_timestamp", "").mustBe(200);
        assign(fan, uid).mustBe(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> updates().size() == 2);
        assertThat(updates().get(1).get("fan_id").asLong()).isEqualTo(fan);
        assertThat(updates().get(0).get("is_deleted").asBoolean()).isFalse();
        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        await().atMost(Duration.ofSeconds(20)).until(() -> updates().size() == 1);
        assertThat(api.get(MANAGED + "/" + uid + "/fans").mustBe(200).body().get("data"))
                .isEmpty();
        assertThat(api.get(MANAGED + "/" + uid)
                        .mustBe(200)
                        .body()
                        .get("issued_count")
                        .asLong())
                .isEqualTo(1);
    }

    @Test
    void everything_that_a_reward_names_exists() {
        for (Object[] wrong : new Object[][] {
            {"performance_uid", "none"},
            {"idol_uid", "none"},
            {"requirement_type", "point_tier", "point_tier_uid", "none"},
            {"requirement_type", "quests", "required_page_tab_ids", 5},
            {"requirement_type", "fan_points"},
            {"winner_selection_model", "first"}
        }) {
            List<Object> form = new ArrayList<>(List.of("reward_title", "Scarf", "reward_type", "badge"));
            form.addAll(List.of(wrong));
            api.post(rewards(), form.toArray()).mustBe(400);
        }
        api.post(rewards(), "reward_title", "Beer", "reward_type", "vendora").mustBe(400);
        api.post("/api/v1/ent/businesses/1/rewards", "reward_title", "Scarf", "reward_type", "badge")
                .mustBe(404);
        assertThat(api.get(rewards()).mustBe(200).body()).isEmpty();
    }

    private String create(Object... form) {
        return api.post(rewards(), form).mustBe(200).body().get("reward_uid").asString();
    }

    private Api.Answer assign(long to, String reward) {
        return api.post(ofFan(to), "reward_uid", reward);
    }

    private JsonNode won(long of) {
        return api.get(ofFan(of)).mustBe(200).body();
    }

    private JsonNode updates() {
        return api.get(UPDATES).mustBe(200).body().get("data");
    }

    private long ofBusiness(String name, long of) {
        return api.post("/api/v1/manage/apps", "name", name, "app_type", "registration", "business_id", of)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
    }

    private String rewards() {
        return "/api/v1/ent/businesses/" + business + "/rewards";
    }

    private String ofFan(long of) {
        return "/api/v1/ent/businesses/" + business + "/fans/" + of + "/rewards";
    }

    private static String codes(String reward) {
        return MANAGED + "/" + reward + "/codes";
    }

    private static String checkIn(long campaign) {
        return "/api/v1/apps/" + campaign + "/registration/checkin";
    }

    private static String field(Api.Answer refused) {
        return refused.mustBe(400).body().at("/errors/0/field").asString();
    }
}
