package encore.query.versions;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.query.projection.ProjectionHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The build state that made a version's documents, as it is noted with them.
 *
 * @param documentTypes the digest of the documents' records, and the revision of the handlers
 * @param unhandledEvents the event types that existed then and that the projection did not handle
 */
record VersionOrigin(String documentTypes, Set<String> unhandledEvents) {

    private static final EventCatalogue EVENTS = EventCatalogue.load();

    static VersionOrigin current(ProjectionHandlers handlers) {
        return new VersionOrigin(
                handlers.projection.shape().types() + " " + handlers.projection.revision(),
                EVENTS.types().stream()
                        .filter(type -> !handles(handlers, type))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    private static boolean handles(ProjectionHandlers handlers, String type) {
        Class<?> event = EVENTS.find(type);
        return event != null && handlers.eventTypes().contains(event);
    }

    /**
     * Returns whether this build would make other documents than the stored ones. An event type that is new since then
     * is in no documents yet, so it does not count.
     */
    static boolean isOutdated(String note, ProjectionHandlers handlers) {
        List<String> lines = note.lines().toList();
        return lines.isEmpty()
                || !lines.getFirst().equals(current(handlers).documentTypes)
                || lines.stream().skip(1).anyMatch(passed -> handles(handlers, passed));
    }

    String toNote() {
        return documentTypes + "\n" + String.join("\n", new TreeSet<>(unhandledEvents));
    }
}
