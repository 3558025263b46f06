package encore.command.quests;

import encore.command.AggregateUnderTest.OpenStreams;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.idols.IdolId;
import encore.kernel.media.MediaId;
import encore.kernel.performances.PerformanceId;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTiersId;
import java.time.Instant;
import java.util.List;

/** Quests of the business 5 of account 7, and everything that they may name. */
final class SampleQuests {

    static final BusinessId ROVERS = new BusinessId(7, 5);
    static final QuestId QUEST = new QuestId(7, 100);
    static final QuestId OTHER = new QuestId(7, 101);
    static final QuestId OF_ANOTHER_BUSINESS = new QuestId(7, 102);
    static final CampaignId SIGNUP = new CampaignId(7, 200);
    static final CampaignId PICKS = new CampaignId(7, 201);
    static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private SampleQuests() {}

    static void open(OpenStreams streams) {
        streams.open(ROVERS)
                .open(new PerformanceId(7, "show"))
                .open(new IdolId(7, "idol"))
                .open(new MediaId(7, "picture"))
                .begun(
                        new PointTierId(7, "gold"),
                        new TierOpened(new PointTierId(7, "gold"), new PointTiersId(7, "discs")))
                .begun(SIGNUP, new CampaignCreated(SIGNUP, AppType.SIGNUP, null, CampaignDetails.NONE))
                .begun(PICKS, new CampaignCreated(PICKS, AppType.QUICKPICKS, null, CampaignDetails.NONE))
                .begun(OTHER, created(OTHER, 5))
                .begun(OF_ANOTHER_BUSINESS, created(OF_ANOTHER_BUSINESS, 6));
    }

    static QuestCreated created(QuestId quest, long business) {
        return new QuestCreated(quest, business, QuestType.CUSTOM, "discs", null, titled().build());
    }

    static QuestDetailsBuilder titled() {
        return QuestDetailsBuilder.builder().questTitle("First steps");
    }

    /** Returns details of a type with all that it needs. */
    static QuestDetailsBuilder complete(QuestType type) {
        QuestDetailsBuilder details = titled();
        return switch (type) {
            case SCAN -> details.performanceUid("show").siteName("Gate").scanGroupNames(List.of("North"));
            case WRISTBAND -> details.performanceUid("show");
            case CAMPAIGN -> details.targetPageTabId(SIGNUP.number());
            case QUICKPICKS -> details.targetPageTabId(PICKS.number());
            case LINK_URL -> details.linkUrl("https://rovers.example/shop");
            case CUSTOM -> details;
        };
    }

    static QuestDetails rewarding(long points) {
        return titled().rewardType(QuestReward.FAN_POINTS)
                .fanPointsReward(points)
                .build();
    }
}
