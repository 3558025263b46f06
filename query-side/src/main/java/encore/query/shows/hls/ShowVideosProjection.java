package encore.query.shows.hls;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedEvent;
import encore.kernel.shows.feeds.FeedEvent.FeedAdded;
import encore.kernel.shows.feeds.FeedEvent.FeedChanged;
import encore.kernel.shows.feeds.FeedEvent.FeedRemoved;
import encore.kernel.shows.hls.HlsQuery.FindLiveFeeds;
import encore.kernel.shows.hls.HlsQuery.FindShowVideo;
import encore.kernel.shows.hls.HlsQuery.LiveFeed;
import encore.kernel.shows.hls.ShowVideo;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the feeds of each show with the state of the show. A document's key is the page_tab_id, which is unique in the
 * installation: a player names nothing else.
 */
@Component
class ShowVideosProjection implements Projection {

    private static final Collection<ShowVideo> VIDEOS = Collection.of("show_videos", ShowVideo.class);

    private final QueryGateway queryGateway;

    ShowVideosProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_videos", List.of(VIDEOS));
    }

    @EventHandler
    void on(ShowStateChanged event, Documents.Batch documents) {
        change(event.show().campaign(), documents, before -> {
            boolean beginsAnew = event.beginsAnewAfter(before.state());
            return with(before, event.state(), beginsAnew ? null : before.liveEndpointUid(), before.feeds());
        });
    }

    @EventHandler
    void on(LiveFeedSwitched event, Documents.Batch documents) {
        Feed feed = event.feed();
        change(
                event.show().campaign(),
                documents,
                before -> with(before, before.state(), feed == null ? null : feed.videoEndpointUid(), before.feeds()));
    }

    @EventHandler
    void on(FeedEvent event, Documents.Batch documents) {
        change(event.feeds().campaign(), documents, before -> {
            List<Feed> feeds = new ArrayList<>(before.feeds());
            switch (event) {
                case FeedAdded added -> {
                    feeds.removeIf(feed -> feed.key().equals(added.key()));
                    feeds.add(added.feed());
                }
                case FeedChanged changed ->
                    feeds.replaceAll(feed -> feed.key().equals(changed.key()) ? changed.feed() : feed);
                case FeedRemoved removed -> feeds.removeIf(feed -> feed.key().equals(removed.key()));
            }
            return with(before, before.state(), before.liveEndpointUid(), feeds);
        });
    }

    private static void change(CampaignId campaign, Documents.Batch documents, UnaryOperator<ShowVideo> change) {
        String key = Keyset.key(campaign.number());
        ShowVideo before = documents.get(VIDEOS, key);
        documents.put(VIDEOS, key, change.apply(before == null ? emptyVideo(campaign) : before));
    }

    private static ShowVideo emptyVideo(CampaignId campaign) {
        return new ShowVideo(campaign.account(), campaign.number(), ShowState.OFF, null, List.of());
    }

    private static ShowVideo with(
            ShowVideo before, ShowState state, @Nullable String liveEndpointUid, List<Feed> feeds) {
        return new ShowVideo(before.account(), before.pageTabId(), state, liveEndpointUid, feeds);
    }

    @QueryHandler
    ShowVideo find(FindShowVideo query, Documents documents) {
        ShowVideo found = documents.get(VIDEOS, Keyset.key(query.pageTabId()));
        if (found == null) {
            throw Refusal.unknown("There is no such show.");
        }
        ShowCampaigns.mustHaveShow(found.account(), found.pageTabId(), queryGateway);
        return found;
    }

    @QueryHandler
    List<LiveFeed> find(FindLiveFeeds query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        ShowVideo found = documents.get(VIDEOS, Keyset.key(query.pageTabId()));
        return found == null || !found.state().isOpen()
                ? List.of()
                : found.feeds().stream()
                        .map(feed -> new LiveFeed(feed, found.isLive(feed)))
                        .toList();
    }
}
