package encore.command.contacts.qrmails;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.CompletionEventQuestCompletedBuilder;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanId;
import encore.kernel.qrmails.QrMailCommand.RequestQrMail;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestChanged;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
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

class WhenQrCodeGivenThenRequestMailTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final RewardId DRINK = new RewardId(7, "drink");
    private static final QuestId VISIT = new QuestId(7, 5);

    private final AutomationUnderTest automation =
            new AutomationUnderTest(new WhenQrCodeGivenThenRequestMail()).at(NOON);

    @Test
    void a_reward_with_a_qr_code_is_mailed() {
        automation
                .given(reward(RewardType.VENDORA, DeliveryMethod.QRCODE, false))
                .when(issued(42))
                .expect(mail(42, "A drink"));
    }

    @Test
    void nothing_else_of_rewards_is_mailed() {
        automation
                .given(reward(RewardType.VENDORA, DeliveryMethod.QRCODE, true))
                .when(issued(42))
                .expect();
        automation
                .given(reward(RewardType.VENDORA, DeliveryMethod.WRISTBAND, false))
                .when(issued(43))
                .expect();
        automation
                .given(reward(RewardType.VENDORA, null, false))
                .when(issued(44))
                .expect();
        new AutomationUnderTest(new WhenQrCodeGivenThenRequestMail())
                .given(reward(RewardType.VENDORB, DeliveryMethod.QRCODE, false))
                .when(issued(45))
                .expect();
    }

    @Test
    void the_rule_at_the_time_of_the_issuance_counts() {
        automation
                .given(reward(RewardType.VENDORA, DeliveryMethod.QRCODE, true))
                .when(
                        issued(41),
                        change(RewardDetailsBuilder.builder(RewardDetails.NONE)
                                .rewardTitle("A beer")
                                .disableVendoraQrcodeEmail(false)
                                .build()),
                        issued(42))
                .expect(mail(42, "A beer"));
    }

    @Test
    void so_is_the_incentive_of_a_quest() {
        automation
                .given(quest(QuestReward.VENDORA))
                .when(
                        completed(42, "vendora", "p42"),
                        new QuestChanged(
                                VISIT,
                                QuestDetailsBuilder.builder(QuestDetails.NONE)
                                        .disableVendoraQrcodeEmail(true)
                                        .build(),
                                null),
                        completed(43, "vendora", "p43"))
                .expect(mail(42, "A visit"));
    }

    @Test
    void a_quest_without_an_incentive_of_this_vendor_is_not() {
        automation
                .given(quest(QuestReward.VENDORB))
                .when(completed(42, "vendorb", "p42"))
                .expect();
        automation
                .given(quest(QuestReward.FAN_POINTS))
                .when(completed(42, null, null))
                .expect();
    }

    private static RequestQrMail mail(long fan, String title) {
        return new RequestQrMail(new FanId(7, fan), "p" + fan, title, NOON);
    }

    private static RewardCreated reward(RewardType type, @Nullable DeliveryMethod method, boolean isDisabled) {
        RewardDetails details = RewardDetailsBuilder.builder(RewardDetails.NONE)
                .rewardTitle("A drink")
                .vendoraDeliveryMethod(method)
                .disableVendoraQrcodeEmail(isDisabled)
                .build();
        return new RewardCreated(DRINK, 9, type, "points", details);
    }

    private static RewardChanged change(RewardDetails changes) {
        return new RewardChanged(DRINK, 9, changes, null);
    }

    private static RewardIssued issued(long fan) {
        return new RewardIssued(DRINK, fan, 9, 1, "p" + fan, "points", "vendora", null, NOON, List.of(), false, null);
    }

    private static QuestCreated quest(QuestReward reward) {
        QuestDetails details = QuestDetailsBuilder.builder(QuestDetails.NONE)
                .questTitle("A visit")
                .rewardType(reward)
                .vendoraDeliveryMethod(DeliveryMethod.QRCODE)
                .build();
        return new QuestCreated(VISIT, 9, QuestType.CUSTOM, "points", null, details);
    }

    private static QuestCompleted completed(long fan, @Nullable String pointType, @Nullable String uid) {
        return CompletionEventQuestCompletedBuilder.builder()
                .completion(new CompletionId(7, 5, fan))
                .businessId(9)
                .at(NOON)
                .causes(List.of())
                .pointUid("points")
                .pointType(pointType)
                .fanPointUid(uid)
                .build();
    }
}
