package encore.kernel.shows.hls;

import encore.kernel.Query;
import encore.kernel.lists.ListQuery;
import encore.kernel.shows.feeds.Feed;
import java.util.List;

/** Queries about the video of shows. */
public sealed interface HlsQuery<R> extends Query<R> {

    /** The hosts of an account's manifests, in the order they were added. */
    record FindHlsOrigins(long account) implements HlsQuery<List<HlsOrigin>>, ListQuery.All<HlsOrigin> {
        @Override
        public HlsOriginsId list() {
            return new HlsOriginsId(account);
        }
    }

    /** One host of an account's manifests; any other is refused as unknown. */
    record FindHlsOrigin(long account, String host) implements HlsQuery<HlsOrigin>, ListQuery.One<HlsOrigin> {
        @Override
        public HlsOriginsId list() {
            return new HlsOriginsId(account);
        }
    }

    /**
     * The video of a show, of whichever account, by its page_tab_id alone. A show that has never begun, and one of a deleted
     * campaign, is refused as unknown.
     */
    record FindShowVideo(long pageTabId) implements HlsQuery<ShowVideo> {

        /** Anybody may ask, and the answer names the account. */
        @Override
        public long account() {
            return 0;
        }
    }

    /**
     * The feeds of a show, in the order they were added; none while it is neither pending nor active. A campaign that is
     * unknown or deleted is refused as unknown.
     */
    record FindLiveFeeds(long account, long pageTabId) implements HlsQuery<List<LiveFeed>> {}

    /** A feed of a show that is pending or active. */
    record LiveFeed(Feed feed, boolean isLive) {}
}
