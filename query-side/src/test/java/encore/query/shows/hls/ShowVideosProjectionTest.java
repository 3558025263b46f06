package encore.query.shows.hls;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static encore.query.campaigns.CampaignEvents.springIsThere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.campaigns.AppType;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedEvent.FeedAdded;
import encore.kernel.shows.feeds.FeedEvent.FeedChanged;
import encore.kernel.shows.feeds.FeedEvent.FeedRemoved;
import encore.kernel.shows.feeds.FeedsId;
import encore.kernel.shows.hls.HlsQuery.FindLiveFeeds;
import encore.kernel.shows.hls.HlsQuery.FindShowVideo;
import encore.kernel.shows.hls.HlsQuery.LiveFeed;
import encore.kernel.shows.hls.ShowVideo;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShowVideosProjectionTest {

    private static final ShowId SHOW = new ShowId(SPRING);
    private static final FeedsId FEEDS = new FeedsId(SPRING);
    private static final Feed STAGE = new Feed("stage", "Stage", "tube", "42", "https://cdn.example/stage.m3u8");
    private static final Feed LOUNGE = new Feed("lounge", "Lounge", null, null, null);

    @Test
    void feeds_are_answered_while_the_show_is_pending_or_active() {
        try (var videos = videos()) {
            videos.given(new FeedAdded(FEEDS, STAGE), new FeedAdded(FEEDS, LOUNGE));
            assertThat(feeds(videos)).isEmpty();
            videos.given(new ShowStateChanged(SHOW, ShowState.PENDING), new LiveFeedSwitched(SHOW, LOUNGE));
            assertThat(feeds(videos)).containsExactly(new LiveFeed(STAGE, false), new LiveFeed(LOUNGE, true));
            Feed renamed = new Feed("stage", "Main stage", "tube", "42", "https://cdn.example/other.m3u8");
            videos.given(
                    new ShowStateChanged(SHOW, ShowState.ACTIVE),
                    new LiveFeedSwitched(SHOW, STAGE),
                    new FeedChanged(FEEDS, renamed),
                    new FeedRemoved(FEEDS, "lounge"));
            assertThat(feeds(videos)).containsExactly(new LiveFeed(renamed, true));
            assertThat(video(videos).manifest(null)).contains("https://cdn.example/other.m3u8");
            videos.given(new ShowStateChanged(SHOW, ShowState.FINISHED));
            assertThat(feeds(videos)).isEmpty();
            assertThat(video(videos).manifest("stage")).isEmpty();
            videos.given(new ShowStateChanged(SHOW, ShowState.ACTIVE));
            assertThat(video(videos).liveEndpointUid()).isEqualTo("stage");
            videos.given(
                    new ShowStateChanged(SHOW, ShowState.FINISHED),
                    new ShowStateChanged(SHOW, ShowState.OFF),
                    new ShowStateChanged(SHOW, ShowState.PENDING));
            assertThat(feeds(videos)).containsExactly(new LiveFeed(renamed, false));
            assertThat(video(videos).manifest(null)).isEmpty();
            assertThat(video(videos).manifest("stage")).isPresent();
            assertThat(video(videos).manifest("none")).isEmpty();
            try (var again = videos.replayed()) {
                assertThat(again.checksums()).isEqualTo(videos.checksums());
            }
        }
    }

    @Test
    void a_show_that_never_began_is_unknown() {
        try (var videos = videos()) {
            assertThatThrownBy(() -> video(videos)).isInstanceOf(Refusal.class);
            assertThatThrownBy(() -> videos.<List<LiveFeed>>read(
                            documents -> videos.projection().find(new FindLiveFeeds(7, 101), documents)))
                    .isInstanceOf(Refusal.class);
        }
    }

    private static ProjectionUnderTest<ShowVideosProjection> videos() {
        return new ProjectionUnderTest<>(() -> new ShowVideosProjection(springIsThere(AppType.FANXP)));
    }

    private static List<LiveFeed> feeds(ProjectionUnderTest<ShowVideosProjection> videos) {
        return videos.read(documents -> videos.projection().find(new FindLiveFeeds(7, 100), documents));
    }

    private static ShowVideo video(ProjectionUnderTest<ShowVideosProjection> videos) {
        return videos.read(documents -> videos.projection().find(new FindShowVideo(100), documents));
    }
}
