package encore.infra.eventstore;

import java.util.HashSet;
import java.util.Set;

/**
 * The types of events that a follower reads from the log.
 *
 * @param whole types whose events are decoded completely
 * @param impersonal types whose events are decoded without personal data: it comes as null, and no key is read
 */
public record Wanted(Set<Class<?>> whole, Set<Class<?>> impersonal) {

    public Wanted {
        whole = Set.copyOf(whole);
        impersonal = Set.copyOf(impersonal);
    }

    public static Wanted whole(Set<Class<?>> records) {
        return new Wanted(records, Set.of());
    }

    public Set<Class<?>> all() {
        Set<Class<?>> all = new HashSet<>(whole);
        all.addAll(impersonal);
        return all;
    }
}
