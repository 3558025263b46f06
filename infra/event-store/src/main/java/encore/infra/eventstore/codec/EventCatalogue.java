package encore.infra.eventstore.codec;

import encore.kernel.Event;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** The names of events in the log, from the checked-in {@code encore/event-catalogue.txt}; never class names. */
public final class EventCatalogue {

    private static final String FILE = "/encore/event-catalogue.txt";

    private final Map<String, Class<? extends Event>> records;
    private final Map<Class<?>, Entry> entries = new HashMap<>();

    /** An event's name and the revision it is written with. */
    public record Entry(String type, String revision) {}

    private EventCatalogue(Map<String, Class<? extends Event>> records) {
        this.records = records;
        records.forEach((type, record) -> {
            Revision revision = record.getAnnotation(Revision.class);
            if (revision == null) {
                throw new IllegalStateException("No @Revision on " + record.getName());
            }
            if (entries.put(record, new Entry(type, revision.value())) != null) {
                throw new IllegalStateException(record.getName() + " stands twice in " + FILE);
            }
        });
    }

    /** The catalogue of this build. */
    public static EventCatalogue load() {
        try (InputStream in = EventCatalogue.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("Missing " + FILE);
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static EventCatalogue parse(String text) {
        Map<String, Class<? extends Event>> records = new LinkedHashMap<>();
        text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .forEach(line -> {
                    int equals = line.indexOf('=');
                    String type = line.substring(0, equals).strip();
                    if (records.put(type, record(line.substring(equals + 1).strip())) != null) {
                        throw new IllegalStateException(type + " stands twice in " + FILE);
                    }
                });
        return new EventCatalogue(records);
    }

    private static Class<? extends Event> record(String name) {
        try {
            return Class.forName(name).asSubclass(Event.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(FILE + " names " + name + ", which is not there", e);
        }
    }

    /** The name and revision that an event record is written with. */
    public Entry of(Class<?> record) {
        Entry entry = entries.get(record);
        if (entry == null) {
            throw new IllegalStateException(record.getName() + " is not in " + FILE);
        }
        return entry;
    }

    /** The record of a name in the log, or null when this build does not know it. */
    public @Nullable Class<? extends Event> find(String type) {
        return records.get(type);
    }

    public Set<String> types() {
        return Set.copyOf(records.keySet());
    }

    /** The names of the events after which a stream has ended. */
    public Set<String> endings() {
        return records.entrySet().stream()
                .filter(entry -> Event.Ending.class.isAssignableFrom(entry.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
