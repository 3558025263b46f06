package encore.command.shows.feeds;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedCommand.AddFeed;
import encore.kernel.shows.feeds.FeedCommand.ChangeFeed;
import encore.kernel.shows.feeds.FeedCommand.ReadFeed;
import encore.kernel.shows.feeds.FeedCommand.RemoveFeed;
import encore.kernel.shows.feeds.FeedEvent;
import encore.kernel.shows.feeds.FeedEvent.FeedAdded;
import encore.kernel.shows.feeds.FeedEvent.FeedChanged;
import encore.kernel.shows.feeds.FeedEvent.FeedRemoved;
import encore.kernel.shows.feeds.FeedsId;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The video feeds of a show. */
@Aggregate
class Feeds {

    private static final KeyedList<Feed> FEEDS = KeyedList.of("feed", "feed_name", 100);

    @AggregateIdentifier
    private @Nullable FeedsId id;

    /** By uid. */
    private Map<String, Feed> feeds = new HashMap<>();

    Feeds() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(AddFeed command, Streams streams) {
        thereIsAShow(command.feeds(), streams);
        Feed empty = Feed.ofUid(command.feed().key());
        Feed added = Patch.of(command.feed()).applyTo(empty);
        itHasAName(empty, added);
        return FEEDS.add(feeds, new FeedAdded(command.feeds(), added));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(ChangeFeed command, Streams streams) {
        thereIsAShow(command.feeds(), streams);
        return FEEDS.change(
                feeds, command.change(), Feeds::itHasAName, changed -> new FeedChanged(command.feeds(), changed));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(RemoveFeed command, Streams streams) {
        thereIsAShow(command.feeds(), streams);
        return FEEDS.remove(feeds, new FeedRemoved(command.feeds(), command.videoEndpointUid()));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(ReadFeed command, Streams streams) {
        thereIsAShow(command.feeds(), streams);
        Feed feed = feeds.get(command.videoEndpointUid());
        if (feed == null) {
            throw new Refusal(RULE, "unknown-id", "video_endpoint_uid", "The show has no such feed.");
        }
        return feed;
    }

    private static void thereIsAShow(FeedsId feeds, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(feeds.campaign()), streams);
    }

    private static void itHasAName(Feed before, Feed after) {
        if (Blanks.isMissing(before.feedName(), after.feedName())) {
            throw new Refusal(RULE, "feed-name-missing", "feed_name", "A feed has a name.");
        }
    }

    @EventSourcingHandler
    void evolve(FeedEvent event) {
        id = event.feeds();
        FEEDS.evolve(feeds, event);
    }
}
