package encore.query.live;

import static java.util.stream.Collectors.toMap;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
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
class LiveEventFeed implements QueryComponent {

    private static final int MAX_EVENTS = 1_000;

    private static final JsonMapper WIRE = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .build();

    private final EventTail tail;
    private final Map<Class<?>, EventDetails<?, ?>> details;
    private final ObjectNode emptyDetails = WIRE.createObjectNode();
    private final EventCatalogue catalogue = EventCatalogue.load();

    LiveEventFeed(EventTail tail, List<EventDetails<?, ?>> details) {
        this.tail = tail;
        this.details = details.stream().collect(toMap(EventDetails::event, Function.identity()));
        for (EventDetails<?, ?> one : details) {
            for (RecordComponent component : one.details().getRecordComponents()) {
                String name = PropertyNamingStrategies.SNAKE_CASE.nameForField(null, null, component.getName());
                if (emptyDetails.has(name)) {
                    throw new IllegalStateException("Two event details have a component named " + name);
                }
                emptyDetails.putNull(name);
            }
        }
    }

    @QueryHandler
    LiveEvents find(FindLiveEvents query) {
        Long after = query.after();
        if (after == null) {
            return new LiveEvents(List.of(), tail.head(), false);
        }
        int limit = Math.min(query.limit(), MAX_EVENTS);
        String account = Long.toString(query.account());
        List<RecordedEvent> read = tail.read(after, limit);
        List<LiveEvent> own = read.stream()
                .filter(recordedEvent -> recordedEvent.account().equals(account))
                .map(this::toLiveEvent)
                .toList();
        return new LiveEvents(own, read.isEmpty() ? after : read.getLast().position(), read.size() == limit);
    }

    @SuppressWarnings("unchecked") // Details are stored under the class of their event.
    private LiveEvent toLiveEvent(RecordedEvent recordedEvent) {
        var its = (EventDetails<Event, ?>) details.get(recordedEvent.event().getClass());
        Object subject = its == null ? recordedEvent.event().subject() : its.fan(recordedEvent.event());
        return new LiveEvent(
                recordedEvent.position(),
                recordedEvent.event() instanceof UndecodablePlaceholder undecodablePlaceholder
                        ? undecodablePlaceholder.type()
                        : catalogue.of(recordedEvent.event().getClass()).type(),
                recordedEvent.at(),
                recordedEvent.stream(),
                subject instanceof FanId fan ? (Long) fan.number() : null,
                recordedEvent.origin().command(),
                recordedEvent.origin().actor(),
                its == null ? emptyDetails : toDetails(its, recordedEvent.event()));
    }

    private ObjectNode toDetails(EventDetails<Event, ?> its, Event event) {
        return emptyDetails.deepCopy().setAll((ObjectNode) WIRE.valueToTree(its.of(event)));
    }
}
