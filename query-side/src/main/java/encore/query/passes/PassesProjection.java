package encore.query.passes;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.passes.Pass;
import encore.kernel.passes.PassBuilder;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassQuery.FindFanPasses;
import encore.kernel.passes.PassQuery.FindPass;
import encore.kernel.passes.PassQuery.FindPasses;
import encore.kernel.passes.PassQuery.FindPassesByUid;
import encore.kernel.passes.PassQuery.FindRewardPass;
import encore.kernel.passes.PassQuery.FindRewardPasses;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardQuery.RequireReward;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.documents.FanDocumentKeys;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the passes of campaigns and rewards. The passes of a fan are removed when the fan is erased. */
@Component
class PassesProjection implements Projection {

    private static final Catalogue<Pass> PASSES = Catalogue.of(
            "passes",
            Pass.class,
            Index.on("account", "thing.pageTabId", "position"),
            Index.on("account", "thing.rewardUid", "position"));
    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    private final QueryGateway queryGateway;

    PassesProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("passes", List.of(PASSES.collection(), BY_FAN.collection()));
    }

    @EventHandler
    void on(PassIssued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = new FanId(event.pass().account(), event.fanId());
        if (!BY_FAN.add(fan, event.pass().toString(), documents)) {
            return;
        }
        RewardAccess reward = event.reward();
        Pass issued = PassBuilder.builder()
                .passUid(event.pass().uid())
                .passCode(event.code())
                .fanId(event.fanId())
                .checkedIn(false)
                .creationTimestamp(recordedEvent.at())
                .pageTabId(event.campaign() == null ? null : event.campaign().number())
                .rewardUid(reward == null ? null : reward.rewardUid())
                .accessStartTimestamp(reward == null ? null : reward.start())
                .accessEndTimestamp(reward == null ? null : reward.end())
                .build();
        PASSES.add(event.pass(), issued.with(event.details()), recordedEvent, documents);
    }

    @EventHandler
    void on(PassChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PASSES.change(event.pass(), pass -> pass.with(event.details()), recordedEvent, documents);
    }

    @EventHandler
    void on(PassCheckedIn event, RecordedEvent recordedEvent, Documents.Batch documents) {
        PASSES.change(event.pass(), pass -> pass.checkedIn(recordedEvent.at()), recordedEvent, documents);
    }

    @EventHandler
    void on(PassRevoked event, Documents.Batch documents) {
        CatalogueEntry<Pass> revoked = PASSES.get(event.pass(), documents);
        if (revoked != null) {
            PASSES.remove(event.pass(), documents);
            FanId fan = new FanId(event.pass().account(), revoked.thing().fanId());
            BY_FAN.remove(fan, event.pass().toString(), documents);
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents)
                .forEach(pass -> PASSES.remove(StreamId.parse(PassId.class, pass), documents));
    }

    @QueryHandler
    Page<Pass> find(FindPasses query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        Where condition =
                Where.all(Where.equal("account", query.account()), Where.equal("thing.pageTabId", query.pageTabId()));
        return PASSES.page(condition, query.paging(), documents).map(CatalogueEntry::thing);
    }

    @QueryHandler
    Pass find(FindPass query, Documents documents) {
        queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        Pass found = PASSES.one(new PassId(query.account(), query.passUid()), documents)
                .thing();
        if (!Objects.equals(found.pageTabId(), query.pageTabId())) {
            throw Refusal.unknown("The campaign has no such pass.");
        }
        return found;
    }

    @QueryHandler
    Page<Pass> find(FindRewardPasses query, Documents documents) {
        queryGateway.ask(new RequireReward(query.account(), query.rewardUid()));
        Where condition =
                Where.all(Where.equal("account", query.account()), Where.equal("thing.rewardUid", query.rewardUid()));
        return PASSES.page(condition, query.paging(), documents).map(CatalogueEntry::thing);
    }

    @QueryHandler
    Pass find(FindRewardPass query, Documents documents) {
        queryGateway.ask(new RequireReward(query.account(), query.rewardUid()));
        Pass found = PASSES.one(new PassId(query.account(), query.passUid()), documents)
                .thing();
        if (!query.rewardUid().equals(found.rewardUid())) {
            throw Refusal.unknown("The reward has no such pass.");
        }
        return found;
    }

    @QueryHandler
    List<Pass> find(FindPassesByUid query, Documents documents) {
        List<PassId> ids = query.passUids().stream()
                .map(uid -> new PassId(query.account(), uid))
                .toList();
        return PASSES.some(ids, documents).stream().map(CatalogueEntry::thing).toList();
    }

    @QueryHandler
    List<Pass> find(FindFanPasses query, Documents documents) {
        List<PassId> passes = BY_FAN.of(new FanId(query.account(), query.fanId()), documents).stream()
                .map(text -> StreamId.parse(PassId.class, text))
                .toList();
        return PASSES.some(passes, documents).stream()
                .map(CatalogueEntry::thing)
                .toList();
    }
}
