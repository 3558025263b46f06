package encore.kernel.shows.feeds;

import encore.kernel.lists.ListQuery;
import java.util.List;

/** Queries about the video feeds of shows. A campaign that is unknown or deleted is refused as unknown. */
public sealed interface FeedQuery<R> extends ListQuery.OfShow<R> {

    @Override
    default FeedsId list() {
        return new FeedsId(campaign());
    }

    /** A show's feeds, in the order in which they were added. */
    record FindVideoFeeds(long account, long pageTabId) implements FeedQuery<List<Feed>>, ListQuery.All<Feed> {}

    /** One feed of a show; any other is refused as unknown. */
    record FindVideoFeed(long account, long pageTabId, String videoEndpointUid)
            implements FeedQuery<Feed>, ListQuery.One<Feed> {}
}
