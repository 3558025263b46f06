package encore.infra.eventstore;

import java.util.HashSet;
import java.util.Set;

/**
 * The types of events that a follower reads from the log.
 *
 * @param complete types whose events are decoded completely
 * @param withoutPersonalData types whose events are decoded without personal data: it comes as null, and no key is read
 * @param headers true to read every event as an {@link EventHeader}; the sets of types are empty then
 */
public record EventSelection(Set<Class<?>> complete, Set<Class<?>> withoutPersonalData, boolean headers) {

    public EventSelection {
        complete = Set.copyOf(complete);
        withoutPersonalData = Set.copyOf(withoutPersonalData);
    }

    public EventSelection(Set<Class<?>> complete, Set<Class<?>> withoutPersonalData) {
        this(complete, withoutPersonalData, false);
    }

    /** Selects the headers of all events, also of types that this build does not know. */
    public static EventSelection allHeaders() {
        return new EventSelection(Set.of(), Set.of(), true);
    }

    public static EventSelection complete(Set<Class<?>> records) {
        return new EventSelection(records, Set.of());
    }

    public Set<Class<?>> allTypes() {
        Set<Class<?>> all = new HashSet<>(complete);
        all.addAll(withoutPersonalData);
        return all;
    }
}
