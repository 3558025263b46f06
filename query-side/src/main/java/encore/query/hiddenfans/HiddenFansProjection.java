package encore.query.hiddenfans;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanEvent.FanHidden;
import encore.kernel.hiddenfans.HiddenFanEvent.FanShown;
import encore.kernel.hiddenfans.HiddenFanId;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenFan;
import encore.kernel.hiddenfans.HiddenFanQuery.ListHiddenFans;
import encore.kernel.paging.Page;
import encore.query.documents.Catalogue;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the fans that a campaign's leaderboard hides. They are plain numbers, so they stay when the fan is erased. */
@Component
class HiddenFansProjection implements Projection {

    private static final Catalogue<StoredHiddenFan> HIDDEN =
            Catalogue.of("hidden_fans", StoredHiddenFan.class, Index.on("account", "thing.pageTabId", "position"));

    private final QueryGateway queryGateway;

    HiddenFansProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    /** A hidden fan. */
    record StoredHiddenFan(long pageTabId, long fanId) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("hidden_fans", List.of(HIDDEN.collection()));
    }

    @EventHandler
    void on(FanHidden event, RecordedEvent recordedEvent, Documents.Batch documents) {
        HiddenFanId id = event.hiddenFan();
        HIDDEN.add(id, new StoredHiddenFan(id.campaign().number(), id.fanId()), recordedEvent, documents);
    }

    @EventHandler
    void on(FanShown event, Documents.Batch documents) {
        HIDDEN.remove(event.hiddenFan(), documents);
    }

    @QueryHandler
    Page<HiddenFan> find(ListHiddenFans query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        Where ofCampaign =
                Where.all(Where.equal("account", query.account()), Where.equal("thing.pageTabId", query.pageTabId()));
        return HIDDEN.page(ofCampaign, query.paging(), documents)
                .map(catalogueEntry -> new HiddenFan(catalogueEntry.thing().fanId()));
    }

    @QueryHandler
    List<HiddenFan> find(FindHiddenAmong query, Documents documents) {
        CampaignId campaign = new CampaignId(query.account(), query.pageTabId());
        List<HiddenFanId> asked = query.fanIds().stream()
                .map(fan -> new HiddenFanId(campaign, fan))
                .toList();
        return HIDDEN.some(asked, documents).stream()
                .map(catalogueEntry -> new HiddenFan(catalogueEntry.thing().fanId()))
                .toList();
    }

    @QueryHandler
    HiddenFan find(FindHiddenFan query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        var id = new HiddenFanId(new CampaignId(query.account(), query.pageTabId()), query.fanId());
        return new HiddenFan(HIDDEN.one(id, documents).thing().fanId());
    }
}
