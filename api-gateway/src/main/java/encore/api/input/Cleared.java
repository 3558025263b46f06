package encore.api.input;

import encore.kernel.Patch;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Names the optional components of an input record that were sent empty or as null. It is the record's last component
 * and no parameter; without it they count as absent.
 *
 * @param components of the input record, and the members of its families by their wire names
 */
public record Cleared(Set<String> components) {

    public Cleared {
        components = Set.copyOf(components);
    }

    /** A change by what is given, which clears what was sent empty of it; the names on both sides are the same. */
    public <T extends Record> Patch<T> with(T given) {
        return new Patch<>(
                given,
                Arrays.stream(given.getClass().getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(components::contains)
                        .collect(Collectors.toSet()));
    }

    /** What was sent empty of two input records of one call. */
    public Cleared and(Cleared other) {
        Set<String> both = new HashSet<>(components);
        both.addAll(other.components);
        return new Cleared(both);
    }

    /** What was sent empty of a family, without its prefix. */
    public Set<String> ofFamily(String prefix) {
        return components.stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether this component was sent empty. */
    public boolean has(String component) {
        return components.contains(component);
    }
}
