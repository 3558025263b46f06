package encore.query.versions;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.query.projection.BoundHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The build state that made a version's documents, as it is noted with them.
 *
 * @param types the digest of the documents' records, and the revision of the handlers
 * @param passed the event types that existed then and that the projection did not handle
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

    /**
     * Returns whether this build would make other documents than the stored ones. An event type that is new since then
     * is in no documents yet, so it does not count.
     */
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
