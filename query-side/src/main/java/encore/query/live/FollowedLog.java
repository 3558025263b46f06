package encore.query.live;

import static java.util.stream.Collectors.toMap;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.query.projection.EventDetails;
import encore.query.projection.QueryComponent;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers live followers from the log: recent events from memory, older ones from the store. */
@Component
class FollowedLog implements QueryComponent {

    private static final int MOST = 1_000;

    private static final JsonMapper WIRE = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private final EventTail tail;
    private final Map<Class<?>, EventDetails<?, ?>> details;
    private final ObjectNode none = WIRE.createObjectNode();
    private final EventCatalogue catalogue = EventCatalogue.load();

    FollowedLog(EventTail tail, List<EventDetails<?, ?>> details) {
        this.tail = tail;
        this.details = details.stream().collect(toMap(EventDetails::event, Function.identity()));
        for (EventDetails<?, ?> one : details) {
            for (RecordComponent component : one.details().getRecordComponents()) {
                String name = PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, component.getName());
                if (none.has(name)) {
                    throw new IllegalStateException("Two event details have a component named " + name);
                }
                none.putNull(name);
            }
        }
    }

    @QueryHandler
    LiveEvents find(FindLiveEvents query) {
        Long after = query.after();
        if (after == null) {
            return new LiveEvents(List.of(), tail.head(), false);
        }
        int limit = Math.min(query.limit(), MOST);
        String account = Long.toString(query.account());
        List<Recorded> read = tail.read(after, limit);
        List<LiveEvent> own = read.stream()
                .filter(recorded -> recorded.account().equals(account))
                .map(this::live)
                .toList();
        return new LiveEvents(own, read.isEmpty() ? after : read.getLast().position(), read.size() == limit);
    }

    @SuppressWarnings("unchecked") // Details are stored under the class of their event.
    private LiveEvent live(Recorded recorded) {
        var its = (EventDetails<Event, ?>) details.get(recorded.event().getClass());
        Object subject = its == null ? recorded.event().subject() : its.fan(recorded.event());
        return new LiveEvent(
                recorded.position(),
                recorded.event() instanceof Undecodable undecodable
                        ? undecodable.type()
                        : catalogue.of(recorded.event().getClass()).type(),
                recorded.at(),
                recorded.stream(),
                subject instanceof FanId fan ? (Long) fan.number() : null,
                recorded.origin().command(),
                recorded.origin().actor(),
                its == null ? none : told(its, recorded.event()));
    }

    private ObjectNode told(EventDetails<Event, ?> its, Event event) {
        return none.deepCopy().setAll((ObjectNode) WIRE.valueToTree(its.of(event)));
    }
}
