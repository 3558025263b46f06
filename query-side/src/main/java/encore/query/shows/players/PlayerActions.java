package encore.query.shows.players;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.paging.Page;
import encore.kernel.shows.players.PlayerAction;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.players.PlayerQuery.FindPlayerActions;
import encore.query.documents.WireJson;
import encore.query.projection.QueryComponent;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads all that a fan did in a show in the log. */
@Component
class PlayerActions implements QueryComponent {

    private static final Set<Class<?>> EVENTS = Set.of(PlayerEvent.class.getPermittedSubclasses());

    private final EventTail tail;

    PlayerActions(EventTail tail) {
        this.tail = tail;
    }

    @QueryHandler
    Page<PlayerAction> find(FindPlayerActions query) {
        PlayerId player = new PlayerId(new CampaignId(query.account(), query.pageTabId()), query.fanId());
        String after = query.paging().after();
        int limit = query.paging().limit();
        List<Long> positions =
                tail.readStream(player.toString(), after == null ? 0 : Long.parseLong(after), limit + 1).stream()
                        .map(RecordedEvent::position)
                        .toList();
        // A stream is read without its personal values; at their positions the events have them.
        List<RecordedEvent> read = tail.readAt(positions, EVENTS);
        return Page.of(read, limit, recordedEvent -> Long.toString(recordedEvent.position()), tail.head())
                .map(recordedEvent -> action(query, recordedEvent));
    }

    private static PlayerAction action(FindPlayerActions query, RecordedEvent recordedEvent) {
        ObjectNode details = recordedEvent.event() instanceof PlayerEvent event
                ? WireJson.of(event)
                : JsonNodeFactory.instance.objectNode();
        details.remove("player");
        return new PlayerAction(
                query.pageTabId(),
                recordedEvent
                        .event()
                        .getClass()
                        .getSimpleName()
                        .replaceAll("(?<=.)([A-Z])", "_$1")
                        .toLowerCase(Locale.ROOT),
                recordedEvent.at(),
                details);
    }
}
