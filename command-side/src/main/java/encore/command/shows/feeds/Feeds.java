package encore.command.shows.feeds;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedCommand;
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
        return feedsOf(command, streams).add(Feed.ofUid(command.feed().key()), command.feed(), FeedAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(ChangeFeed command, Streams streams) {
        return feedsOf(command, streams).change(command.change(), FeedChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(RemoveFeed command, Streams streams) {
        return feedsOf(command, streams).remove(command.videoEndpointUid(), FeedRemoved::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Feed decide(ReadFeed command, Streams streams) {
        return feedsOf(command, streams)
                .named(command.videoEndpointUid(), "video_endpoint_uid", "The show has no such feed.");
    }

    private ListDecision<FeedsId, Feed> feedsOf(FeedCommand command, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(command.feeds().campaign()), streams);
        return FEEDS.decision(command.feeds(), feeds).requiring(Feeds::itHasAName);
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
