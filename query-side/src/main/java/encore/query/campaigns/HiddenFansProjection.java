package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.HiddenFan;
import encore.kernel.campaigns.HiddenFanEvent.FanHidden;
import encore.kernel.campaigns.HiddenFanEvent.FanShown;
import encore.kernel.campaigns.HiddenFanId;
import encore.kernel.campaigns.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.campaigns.HiddenFanQuery.FindHiddenFan;
import encore.kernel.campaigns.HiddenFanQuery.ListHiddenFans;
import encore.query.projection.Catalogue;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the fans that a campaign's leaderboard hides. They are plain numbers, so they stay when the fan is erased. */
@Component
class HiddenFansProjection implements Projection {

    private static final Catalogue<OfCampaign> HIDDEN =
            Catalogue.of("hidden_fans", OfCampaign.class, Index.on("account", "thing.pageTabId", "position"));

    private final QueryGateway questions;

    HiddenFansProjection(QueryGateway questions) {
        this.questions = questions;
    }

    /** A hidden fan. */
    record OfCampaign(long pageTabId, long fanId) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("hidden_fans", List.of(HIDDEN.collection()));
    }

    @EventHandler
    void on(FanHidden event, Recorded recorded, Documents.Batch documents) {
        HiddenFanId id = event.hiddenFan();
        HIDDEN.add(id, new OfCampaign(id.campaign().number(), id.fanId()), recorded, documents);
    }

    @EventHandler
    void on(FanShown event, Documents.Batch documents) {
        HIDDEN.remove(event.hiddenFan(), documents);
    }

    @QueryHandler
    Page<HiddenFan> find(ListHiddenFans query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        Where ofCampaign =
                Where.all(Where.equal("account", query.account()), Where.equal("thing.pageTabId", query.pageTabId()));
        return HIDDEN.page(ofCampaign, query.paging(), documents)
                .map(listed -> new HiddenFan(listed.thing().fanId()));
    }

    @QueryHandler
    List<HiddenFan> find(FindHiddenAmong query, Documents documents) {
        CampaignId campaign = new CampaignId(query.account(), query.pageTabId());
        List<HiddenFanId> asked = query.fanIds().stream()
                .map(fan -> new HiddenFanId(campaign, fan))
                .toList();
        return HIDDEN.some(asked, documents).stream()
                .map(listed -> new HiddenFan(listed.thing().fanId()))
                .toList();
    }

    @QueryHandler
    HiddenFan find(FindHiddenFan query, Documents documents) {
        questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        var id = new HiddenFanId(new CampaignId(query.account(), query.pageTabId()), query.fanId());
        return new HiddenFan(HIDDEN.one(id, documents).thing().fanId());
    }
}
