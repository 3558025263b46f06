package encore.command.shows.feeds;

import static encore.command.Refusals.refusalNaming;

import encore.command.AggregateUnderTest;
import encore.kernel.Patch;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedBuilder;
import encore.kernel.shows.feeds.FeedCommand.AddFeed;
import encore.kernel.shows.feeds.FeedCommand.ChangeFeed;
import encore.kernel.shows.feeds.FeedCommand.ReadFeed;
import encore.kernel.shows.feeds.FeedEvent.FeedAdded;
import encore.kernel.shows.feeds.FeedsId;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FeedsTest {

    private static final FeedsId FEEDS = new FeedsId(new CampaignId(7, 100));
    private static final Feed MAIN =
            FeedBuilder.builder(Feed.ofUid("f1")).feedName("Main").build();
    private static final FeedAdded ADDED = new FeedAdded(FEEDS, MAIN);

    private final AggregateUnderTest<Feeds> feeds = new AggregateUnderTest<>(Feeds.class);

    @BeforeEach
    void a_campaign_has_a_show() {
        feeds.streams.begun(
                FEEDS.campaign(), new CampaignCreated(FEEDS.campaign(), AppType.FANXP, null, CampaignDetails.NONE));
    }

    @Test
    void a_feed_is_added_with_a_name() {
        feeds.givenNoPriorActivity().when(new AddFeed(FEEDS, MAIN)).expectEvents(ADDED);
        feeds.givenNoPriorActivity()
                .when(new AddFeed(FEEDS, Feed.ofUid("f1")))
                .expectNoEvents()
                .expectException(refusalNaming("feed_name"));
        feeds.streams.begun(
                FEEDS.campaign(), new CampaignCreated(FEEDS.campaign(), AppType.BINGO, null, CampaignDetails.NONE));
        feeds.givenNoPriorActivity()
                .when(new AddFeed(FEEDS, MAIN))
                .expectNoEvents()
                .expectException(refusalNaming("page_tab_id"));
    }

    @Test
    void a_feed_keeps_its_name_and_is_read() {
        feeds.given(ADDED)
                .when(new ChangeFeed(FEEDS, new Patch<>(Feed.ofUid("f1"), Set.of("feedName"))))
                .expectNoEvents()
                .expectException(refusalNaming("feed_name"));
        feeds.given(ADDED).when(new ReadFeed(FEEDS, "f1")).expectResultMessagePayload(MAIN);
        feeds.given(ADDED)
                .when(new ReadFeed(FEEDS, "f2"))
                .expectNoEvents()
                .expectException(refusalNaming("video_endpoint_uid"));
    }
}
