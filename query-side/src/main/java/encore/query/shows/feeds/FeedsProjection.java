package encore.query.shows.feeds;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedEvent;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeed;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeeds;
import encore.kernel.shows.feeds.FeedsId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the video feeds of each show. */
@Component
class FeedsProjection implements Projection {

    private static final Catalogue<Feed> FEEDS = Catalogue.ofLists("feeds", Feed.class);

    private final QueryGateway queryGateway;

    FeedsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_feeds", List.of(FEEDS.collection()));
    }

    @EventHandler
    void on(FeedEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FEEDS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Feed> find(FindVideoFeeds query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return FEEDS.all(list(query.account(), query.pageTabId()), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    Feed find(FindVideoFeed query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return FEEDS.one(list(query.account(), query.pageTabId()), query.videoEndpointUid(), documents)
                .thing();
    }

    private static FeedsId list(long account, long pageTabId) {
        return new FeedsId(new CampaignId(account, pageTabId));
    }
}
