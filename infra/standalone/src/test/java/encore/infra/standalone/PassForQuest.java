package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** A quest for points, and a reward with a pass that these points unlock. */
final class PassForQuest {

    private final long business;
    private final String pointUid;
    private final String quest;
    private final String rewardUid;

    PassForQuest(Api api) {
        business = api.business("Rovers");
        pointUid = api.pointType("loyalty");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", pointUid).mustBe(200);
        String ofBusiness = "/api/v1/ent/businesses/" + business;
        quest = ofBusiness + "/quests/"
                + api.post(
                                ofBusiness + "/quests",
                                "quest_title",
                                "Be there",
                                "quest_type",
                                "custom",
                                "reward_type",
                                "fan_points",
                                "fan_points_reward",
                                10)
                        .mustBe(200)
                        .body()
                        .get("page_tab_id")
                        .asLong();
        rewardUid = api.made(
                ofBusiness + "/rewards",
                "reward_uid",
                "reward_title",
                "Gate",
                "reward_type",
                "pass",
                "requirement_type",
                "fan_points",
                "fan_points_required",
                10);
    }

    /** Lets a fan with an email complete the quest, and waits for the reward and its pass. */
    void win(Api api, long fan) {
        FanSessions.logIn(api, fan, business);
        complete(api, fan);
        await().atMost(Duration.ofMinutes(1)).until(() -> {
            JsonNode won = won(api, fan);
            return !won.isEmpty() && !won.get(0).get("pass_code").isNull();
        });
    }

    /** Completes the quest once more and returns what the fan has: activity, points, reward and pass. */
    String have(Api api, long fan) {
        return complete(api, fan)
                + api.get("/api/v1/manage/audit/fans/" + fan + "/points", "point_uid", pointUid)
                        .mustBe(200)
                        .text()
                + won(api, fan);
    }

    /** Compares the fans that have the reward and a pass of it. */
    void areWonBy(Api api, int fans) {
        String reward = "/api/v1/manage/rewards/" + rewardUid;
        for (String list : new String[] {"/fans", "/passes"}) {
            assertThat(api.get(reward + list).mustBe(200).body().get("data")).hasSize(fans);
        }
    }

    private String complete(Api api, long fan) {
        return api.post(quest + "/fans/" + fan + "/complete").mustBe(200).text();
    }

    private JsonNode won(Api api, long fan) {
        return api.get("/api/v1/ent/businesses/" + business + "/fans/" + fan + "/rewards")
                .mustBe(200)
                .body();
    }
}
