package encore.infra.eventstore;

import java.util.HashSet;
import java.util.Set;

/**
 * The event records that somebody reads of the log.
 *
 * @param whole those of which everything is looked at
 * @param impersonal those of which nothing personal is: it comes as null, and no key is read
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
