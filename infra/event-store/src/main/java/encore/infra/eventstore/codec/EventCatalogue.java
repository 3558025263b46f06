package encore.infra.eventstore.codec;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.names.EventName;
import encore.kernel.names.EventNames;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Maps event records to their names in the log. A name is the record's simple name in snake_case or its
 * {@link EventName}, never the class name, and never changes. The lock file {@code docs/event-catalogue.txt} lists
 * every name that was ever used.
 */
public final class EventCatalogue {

    private final Map<String, Class<? extends Event>> records = new LinkedHashMap<>();
    private final Map<Class<?>, VersionedType> entries = new HashMap<>();

    /** The name and the revision that an event is written with. */
    public record VersionedType(String type, String revision) {}

    private EventCatalogue(List<Class<? extends Event>> events) {
        for (Class<? extends Event> event : events) {
            Revision revision = event.getAnnotation(Revision.class);
            if (revision == null) {
                throw new IllegalStateException("@Revision is missing on " + event.getName());
            }
            String name = EventNames.of(event);
            Class<?> other = records.put(name, event);
            if (other != null) {
                throw new IllegalStateException(name + " names " + other.getName() + " and " + event.getName());
            }
            entries.put(event, new VersionedType(name, revision.value()));
        }
    }

    /** Returns the catalogue of this build, with all events of the kernel. */
    public static EventCatalogue load() {
        return new EventCatalogue(MessageTypes.of(Event.class));
    }

    static EventCatalogue of(List<Class<? extends Event>> events) {
        return new EventCatalogue(events);
    }

    /** Returns the name and the revision that an event record is written with. */
    public VersionedType of(Class<?> record) {
        VersionedType versionedType = entries.get(record);
        if (versionedType == null) {
            throw new IllegalStateException(record.getName() + " is not an event of the kernel");
        }
        return versionedType;
    }

    /** Returns the record for a name in the log, or null when this build does not know it. */
    public @Nullable Class<? extends Event> find(String type) {
        return records.get(type);
    }

    public Set<String> types() {
        return Set.copyOf(records.keySet());
    }

    /** Returns the id types of the streams that can end. An ending event names its own stream first. */
    public Set<Class<?>> streamsThatEnd() {
        return records.values().stream()
                .filter(Event.FinalEvent.class::isAssignableFrom)
                .map(event -> event.getRecordComponents()[0].getType())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the names of the events that end a stream. */
    public Set<String> endings() {
        return records.entrySet().stream()
                .filter(entry -> Event.FinalEvent.class.isAssignableFrom(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
