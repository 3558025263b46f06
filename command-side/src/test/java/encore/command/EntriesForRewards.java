package encore.command;

import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.CreateReward;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardType;
import encore.kernel.sessions.LoginsId;
import encore.kernel.sessions.SessionCommand.OpenFanSession;
import encore.kernel.sessions.logins.LoginDetails;
import encore.kernel.sessions.logins.LoginNetwork;
import encore.kernel.sessions.logins.LoginSource;
import encore.kernel.sessions.logins.LoginType;
import encore.kernel.trackers.NewTracker;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;

/** Fans who are logged in enter a campaign. This completes a quest, whose points unlock rewards. */
final class EntriesForRewards {

    static final QuestId QUEST = new QuestId(7, 5);
    private static final CampaignId CAMPAIGN = new CampaignId(7, 900);
    private static final long BUSINESS = 9;
    private static final long POINTS = 60;

    private EntriesForRewards() {}

    /** Makes the business, the campaign, and the quest, which began before. */
    static void prepare(CommandSideOnDisk side) {
        side.addBusiness(BUSINESS);
        side.send(new CreateCampaign(
                CAMPAIGN,
                AppType.TRIVIA,
                BUSINESS,
                CampaignDetailsBuilder.builder().name("Trivia").build()));
        side.send(new CreateQuest(
                QUEST,
                BUSINESS,
                QuestType.CAMPAIGN,
                QuestDetailsBuilder.builder()
                        .questTitle("Play")
                        .targetPageTabId(CAMPAIGN.number())
                        .startDate(new DayOrTime("2020-01-01"))
                        .rewardType(QuestReward.FAN_POINTS)
                        .fanPointsReward(POINTS)
                        .build(),
                new NewTracker(1, "unused00")));
    }

    /** Makes a reward for the points of the quest. */
    static void reward(
            CommandSideOnDisk side, RewardId reward, RewardType type, UnaryOperator<RewardDetailsBuilder> details) {
        RewardDetailsBuilder builder = RewardDetailsBuilder.builder()
                .rewardTitle("A " + type.word())
                .requirementType(RequirementType.FAN_POINTS)
                .fanPointsRequired(POINTS);
        side.send(
                new CreateReward(reward, BUSINESS, type, details.apply(builder).build(), List.of()));
    }

    /** Registers a fan with an email and logs in. */
    static FanId fan(CommandSideOnDisk side, long number) {
        FanId fan = side.registerFan(number, "fan" + number + "@example.com");
        side.send(new OpenFanSession(
                new LoginsId(fan),
                "ref-" + fan.number(),
                new LoginDetails(
                        BUSINESS,
                        null,
                        LoginNetwork.EMAIL,
                        LoginType.CODE,
                        LoginSource.CONNECT,
                        null,
                        null,
                        null,
                        null),
                null,
                null,
                null,
                Instant.now()));
        return fan;
    }

    static void enter(CommandSideOnDisk side, FanId fan) {
        side.send(new RecordEntry(
                new ActivityId(7, "activity-" + fan.number()), CAMPAIGN, fan, false, ActivityDetails.NONE, null));
    }
}
