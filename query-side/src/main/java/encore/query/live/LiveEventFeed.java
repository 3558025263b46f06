package encore.query.live;

import static java.util.stream.Collectors.toMap;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Event;
import encore.kernel.completions.FollowedCompletion;
import encore.kernel.fans.FanId;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEventsOfStream;
import encore.kernel.points.FollowedAward;
import encore.kernel.published.PublishedData;
import encore.kernel.rewards.issuances.FollowedIssuance;
import encore.query.documents.WireJson;
import encore.query.live.PositionsByAccountProjection.PositionPage;
import encore.query.projection.EventDetails;
import encore.query.projection.QueryComponent;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Answers live followers from the log: recent events from memory, older ones from the store. Of older events it reads
 * those of the account alone, at the positions that the index names. Where the index does not reach, it reads over the
 * log and decodes the account's events alone. An event carries its published fields ({@link PublishedData}), and the details that its
 * feature works out.
 */
@Component
class LiveEventFeed implements QueryComponent {

    private static final int MAX_EVENTS = 1_000;

    /** Reading over this many positions costs less than asking the index. */
    private static final int NEAR = 1_000;

    /** One event in so many: reading a range costs less than reading each of its events by itself. */
    private static final long DENSE = 3;

    /** Their fields are in each event, null where it has no such field, as clients were promised. */
    private static final List<Class<?>> ALWAYS_THERE =
            List.of(FollowedAward.class, FollowedCompletion.class, FollowedIssuance.class);

    private final EventTail tail;
    private final PositionFinder index;
    private final Map<Class<?>, EventDetails<?, ?>> details;
    private final ObjectNode emptyDetails = JsonNodeFactory.instance.objectNode();
    private final EventCatalogue catalogue = EventCatalogue.load();

    @Autowired
    LiveEventFeed(EventTail tail, AccountPositionIndex index, List<EventDetails<?, ?>> details) {
        this(tail, index::after, details);
    }

    LiveEventFeed(EventTail tail, PositionFinder index, List<EventDetails<?, ?>> details) {
        this.tail = tail;
        this.index = index;
        this.details = details.stream().collect(toMap(EventDetails::event, Function.identity()));
        // Several events may have details of one kind.
        List<Class<?>> kinds = Stream.concat(
                        ALWAYS_THERE.stream(), details.stream().<Class<?>>map(EventDetails::details))
                .distinct()
                .toList();
        for (Class<?> kind : kinds) {
            for (RecordComponent component : kind.getRecordComponents()) {
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
        if (tail.head() - after > NEAR) {
            LiveEvents indexed = readIndexed(account, after, limit);
            if (indexed != null) {
                return indexed;
            }
        }
        EventPage<RecordedEvent> read = tail.readAccount(account, after, limit);
        return new LiveEvents(toLiveEvents(read.events()), read.end(), read.end() == after + limit);
    }

    /**
     * Reads the account's events at the positions that the index names. Returns null when it names nothing further, or
     * when so many of the next events are the account's that reading all of them costs less.
     */
    private @Nullable LiveEvents readIndexed(String account, long after, int limit) {
        PositionPage page = index.after(account, after, limit).orElse(null);
        long end = page == null ? after : Math.min(page.upTo(), tail.head());
        if (page == null || end <= after || page.positions().size() * DENSE > end - after) {
            return null;
        }
        List<RecordedEvent> own = tail
                .readAt(page.positions().stream().filter(one -> one <= end).toList())
                .stream()
                .filter(recordedEvent -> recordedEvent.account().equals(account))
                .toList();
        return new LiveEvents(toLiveEvents(own), end, end < tail.head());
    }

    @QueryHandler
    LiveEvents find(FindLiveEventsOfStream query) {
        long head = tail.head();
        int limit = Math.min(query.limit(), MAX_EVENTS);
        if (!RecordedEvent.accountOf(query.stream()).equals(Long.toString(query.account()))) {
            return new LiveEvents(List.of(), Math.max(query.after(), head), false);
        }
        List<RecordedEvent> read = tail.readStream(query.stream(), query.after(), limit);
        // Events after the head may follow a gap that another process fills; they are read when the head is there.
        List<RecordedEvent> own = read.stream()
                .filter(recordedEvent -> recordedEvent.position() <= head)
                .toList();
        boolean isFull = own.size() == limit;
        return new LiveEvents(
                toLiveEvents(own), isFull ? own.getLast().position() : Math.max(query.after(), head), isFull);
    }

    private List<LiveEvent> toLiveEvents(List<RecordedEvent> events) {
        return events.stream().map(this::toLiveEvent).toList();
    }

    /** Finds an account's positions after a position; the result is empty when it cannot answer. */
    interface PositionFinder {
        Optional<PositionPage> after(String account, long after, int limit);
    }

    @SuppressWarnings("unchecked") // Details are stored under the class of their event.
    private LiveEvent toLiveEvent(RecordedEvent recordedEvent) {
        Event event = recordedEvent.event();
        var its = (EventDetails<Event, ?>) details.get(event.getClass());
        SequencedMap<String, @Nullable Object> published = PublishedData.of(event);
        Object fanId = published.remove(PublishedData.FAN);
        Object subject = its == null ? event.subject() : its.fan(event);
        ObjectNode all = emptyDetails.deepCopy().setAll(WireJson.of(published));
        return new LiveEvent(
                recordedEvent.position(),
                event instanceof UndecodablePlaceholder undecodablePlaceholder
                        ? undecodablePlaceholder.type()
                        : catalogue.of(event.getClass()).type(),
                recordedEvent.at(),
                recordedEvent.stream(),
                fanId instanceof Long number ? number : subject instanceof FanId fan ? (Long) fan.number() : null,
                recordedEvent.origin().command(),
                recordedEvent.origin().actor(),
                recordedEvent.origin().source(),
                its == null ? all : all.setAll(WireJson.of(its.of(event))));
    }
}
