package encore.query.campaigns;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignEvent.CampaignChanged;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.query.FakeQueryGateway;
import encore.query.ProjectionUnderTest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Campaigns as the tests of this package tell of them. */
public final class CampaignEvents {

    public static final CampaignId SPRING = new CampaignId(7, 100);

    private CampaignEvents() {}

    static CampaignCreated created(long account, long number, AppType type, @Nullable Long business, String name) {
        return new CampaignCreated(
                new CampaignId(account, number),
                type,
                business,
                Patch.of(named(name)).applyTo(CampaignDetails.NONE));
    }

    static CampaignChanged changed(CampaignId campaign, CampaignDetails changes) {
        return CampaignChanged.of(campaign, Patch.of(changes));
    }

    static CampaignDetails named(String name) {
        return details(name, null, null, null, null, null);
    }

    static CampaignDetails details(
            @Nullable String name,
            @Nullable Boolean active,
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable String rules,
            @Nullable ObjectNode props) {
        return CampaignDetailsBuilder.builder()
                .name(name)
                .isActive(active)
                .startTimestamp(start)
                .endTimestamp(end)
                .rules(rules)
                .props(props)
                .build();
    }

    static ObjectNode props(String value) {
        return JsonMapper.shared().createObjectNode().put("a", value);
    }

    static Campaign campaign(AppType type, @Nullable Long business, CampaignDetails details) {
        return new Campaign(7, 100, type, business, details, ProjectionUnderTest.START);
    }

    /** Others' answers, as far as campaign 100 of account 7 is asked for. */
    public static FakeQueryGateway springIsThere(AppType type) {
        return new FakeQueryGateway().on(FindCampaign.class, query -> {
            if (query.account() != 7 || query.pageTabId() != 100) {
                throw Refusal.unknown("There is no such thing.");
            }
            return campaign(type, null, named("Spring"));
        });
    }
}
