package encore.query.listednames;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.StreamId;
import encore.kernel.listednames.ListedName;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An event that names a thing, renames it or ends it. What it says is read by the marks of its components.
 *
 * @param thing reads the id
 * @param path reads the name: the event's component, and the one of the record in it; empty for the end of a thing
 */
record NamingEvent(Method thing, List<Method> path) {

    NamingEvent {
        path = List.copyOf(path);
    }

    /** Returns the events that say something of the names of things. */
    static Map<Class<? extends Event>, NamingEvent> ofKernel() {
        Map<Class<? extends Event>, NamingEvent> events = new HashMap<>();
        List<Class<? extends Event>> all = MessageTypes.of(Event.class);
        for (Class<? extends Event> event : all) {
            List<List<Method>> paths = paths(event).toList();
            if (paths.size() > 1) {
                throw new IllegalStateException(event.getSimpleName() + " has more than one listed name");
            }
            paths.forEach(path -> events.put(event, new NamingEvent(thing(event), path)));
        }
        Set<Class<?>> things = events.values().stream()
                .<Class<?>>map(event -> event.thing().getReturnType())
                .collect(Collectors.toSet());
        all.stream()
                .filter(Event.FinalEvent.class::isAssignableFrom)
                .filter(event -> things.contains(thing(event).getReturnType()))
                .forEach(event -> events.put(event, new NamingEvent(thing(event), List.of())));
        return Map.copyOf(events);
    }

    private static Method thing(Class<? extends Event> event) {
        return event.getRecordComponents()[0].getAccessor();
    }

    private static Stream<List<Method>> paths(Class<? extends Event> event) {
        return Arrays.stream(event.getRecordComponents())
                .flatMap(component -> component.isAnnotationPresent(ListedName.class)
                        ? Stream.of(List.of(component.getAccessor()))
                        : named(component.getType())
                                .map(inner -> List.of(component.getAccessor(), inner.getAccessor())));
    }

    private static Stream<RecordComponent> named(Class<?> type) {
        return type.isRecord()
                ? Arrays.stream(type.getRecordComponents())
                        .filter(component -> component.isAnnotationPresent(ListedName.class))
                : Stream.of();
    }

    StreamId thing(Event event) {
        return (StreamId) Objects.requireNonNull(read(thing, event));
    }

    /** Returns the name that the event gives; null if it gives none. */
    @Nullable
    String name(Event event) {
        Object read = event;
        for (Method component : path) {
            read = read == null ? null : read(component, read);
        }
        return path.isEmpty() ? null : (String) read;
    }

    /** Whether the name stays as it is: the event changes other components. */
    boolean keepsName(Event event) {
        return event instanceof Event.Change<?> change
                && !path.isEmpty()
                && name(event) == null
                && (change.cleared() == null
                        || !change.cleared().contains(path.getLast().getName()));
    }

    private static @Nullable Object read(Method component, Object of) {
        try {
            return component.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
