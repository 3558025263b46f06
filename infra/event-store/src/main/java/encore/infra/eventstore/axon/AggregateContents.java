package encore.infra.eventstore.axon;

import java.util.HashSet;
import java.util.Set;

/**
 * The personal data and the size of a command's aggregate, which the cache has to know. They are noted while the
 * aggregate is loaded and while it applies events. Used by one thread.
 */
final class AggregateContents {

    private final Set<String> subjects = new HashSet<>(2);
    private int eventBytes;
    private long erasuresBeforeLoad = -1;

    void addSubject(String subject) {
        subjects.add(subject);
    }

    /** Returns the subjects whose personal data the aggregate contains. */
    Set<String> subjects() {
        return subjects;
    }

    /** Notes the bytes of an event, or of a snapshot, that the aggregate is made of. */
    void addEventBytes(int bytes) {
        eventBytes = (int) Math.min(Integer.MAX_VALUE / 2, (long) eventBytes + bytes);
    }

    /** Returns the bytes of the events that the command read and applied. */
    int eventBytes() {
        return eventBytes;
    }

    /** Notes how many erasures the cache had seen when it was asked for the aggregate. */
    void erasuresBeforeLoad(long erasures) {
        erasuresBeforeLoad = erasures;
    }

    /** Returns how many erasures the cache had seen when it was asked for the aggregate; -1 when it was not asked. */
    long erasuresBeforeLoad() {
        return erasuresBeforeLoad;
    }
}
