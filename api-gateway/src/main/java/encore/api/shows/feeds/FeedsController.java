package encore.api.shows.feeds;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.outbound.OutboundRules;
import encore.api.problems.Ids;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedCommand.AddFeed;
import encore.kernel.shows.feeds.FeedCommand.ChangeFeed;
import encore.kernel.shows.feeds.FeedCommand.RemoveFeed;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeed;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeeds;
import encore.kernel.shows.feeds.FeedsId;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the video feeds of a show. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/feeds")
class FeedsController {

    private static final String ONE = "/{video_endpoint_uid}";

    record OfShow(long pageTabId) {

        FeedsId feeds(Caller caller) {
            return new FeedsId(new CampaignId(caller.account(), pageTabId));
        }
    }

    record One(long pageTabId, @Size(max = 64) String videoEndpointUid) {

        FeedsId feeds(Caller caller) {
            return new FeedsId(new CampaignId(caller.account(), pageTabId));
        }
    }

    /** The components of a feed that can change. Absent components stay. */
    record Save(
            @Description("Required when it is added.") @Nullable @Size(max = 255)
            String feedName,

            @Description("The key of the video host, for the player in the page.") @Nullable @Size(max = 255)
            String videoHostKey,

            @Description("The event at the video host.") @Nullable @Size(max = 255)
            String videoHostEventKey,

            @Description("The address of the HLS manifest. Begins with https://.") @Nullable @Size(max = 2_000)
            String hlsUrl,

            ClearedComponents cleared) {

        Feed asFeed(String uid) {
            return new Feed(uid, feedName, videoHostKey, videoHostEventKey, hlsUrl);
        }
    }

    private final Backend backend;
    private final OutboundRules rules;

    FeedsController(Backend backend, OutboundRules rules) {
        this.backend = backend;
        this.rules = rules;
    }

    @Description("Lists the video feeds of a show, in the order in which they were added")
    @GetMapping
    Mono<List<Feed>> findFeeds(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindVideoFeeds(caller.account(), in.pageTabId()));
    }

    @Description("Finds a video feed")
    @GetMapping(ONE)
    Mono<Feed> findFeed(Caller caller, @Params One in) {
        return backend.ask(caller, new FindVideoFeed(caller.account(), in.pageTabId(), in.videoEndpointUid()));
    }

    @Description("Adds a video feed")
    @PostMapping
    Mono<Feed> addFeed(Caller caller, @Params OfShow in, @Params Save save) {
        rules.mustBeAllowed("hls_url", save.hlsUrl());
        return backend.send(caller, new AddFeed(in.feeds(caller), save.asFeed(Ids.uid())));
    }

    @Description("Changes a video feed. While it is live, fans see it as it was when it became live")
    @PostMapping(ONE)
    Mono<Feed> changeFeed(Caller caller, @Params One in, @Params Save save) {
        rules.mustBeAllowed("hls_url", save.hlsUrl());
        Feed feed = save.asFeed(in.videoEndpointUid());
        return backend.send(
                caller, new ChangeFeed(in.feeds(caller), save.cleared().toPatch(feed)));
    }

    @Description("Removes a video feed. While it is live, it stays live")
    @DeleteMapping(ONE)
    Mono<Boolean> removeFeed(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveFeed(in.feeds(caller), in.videoEndpointUid()))
                .thenReturn(true);
    }
}
