package encore.query.versions;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.query.projection.BoundHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * How a version's documents are made, as it is noted beside them.
 *
 * @param types the documents' records, summed up, and the revision of their handlers
 * @param passed the events that there were then and that the projection did not handle
 */
record MadeBy(String types, Set<String> passed) {

    private static final EventCatalogue EVENTS = EventCatalogue.load();

    static MadeBy now(BoundHandlers bound) {
        return new MadeBy(
                bound.projection.shape().types() + " " + bound.projection.revision(),
                EVENTS.types().stream().filter(type -> !handles(bound, type)).collect(Collectors.toUnmodifiableSet()));
    }

    private static boolean handles(BoundHandlers bound, String type) {
        Class<?> event = EVENTS.find(type);
        return event != null && bound.eventTypes().contains(event);
    }

    /** Whether what is stored is not what this build would make: an event that is new since is in nobody's documents. */
    static boolean isOutdated(String noted, BoundHandlers bound) {
        List<String> lines = noted.lines().toList();
        return lines.isEmpty()
                || !lines.getFirst().equals(now(bound).types)
                || lines.stream().skip(1).anyMatch(passed -> handles(bound, passed));
    }

    String print() {
        return types + "\n" + String.join("\n", new TreeSet<>(passed));
    }
}
