package encore.infra.eventstore;

import java.util.HashSet;
import java.util.Set;

/**
 * The types of events that a follower reads from the log.
 *
 * @param complete types whose events are decoded completely
 * @param withoutPersonalData types whose events are decoded without personal data: it comes as null, and no key is read
 */
public record EventSelection(Set<Class<?>> complete, Set<Class<?>> withoutPersonalData) {

    public EventSelection {
        complete = Set.copyOf(complete);
        withoutPersonalData = Set.copyOf(withoutPersonalData);
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
