package encore.api.input;

import encore.kernel.Patch;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The optional components of an input record that were sent empty or as null. It is the record's last component and not
 * a parameter itself. In a record without it, empty values count as absent.
 *
 * @param components names of components of the input record, and wire names of the members of its families
 */
public record ClearedComponents(Set<String> components) {

    public ClearedComponents {
        components = Set.copyOf(components);
    }

    /**
     * Returns the patch that sets the given values and clears the components that were sent empty. Components have the
     * same names in the input record and in the given one.
     */
    public <T extends Record> Patch<T> toPatch(T given) {
        return new Patch<>(
                given,
                Arrays.stream(given.getClass().getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(components::contains)
                        .collect(Collectors.toSet()));
    }

    /** Returns the cleared components of two input records of one call together. */
    public ClearedComponents union(ClearedComponents other) {
        Set<String> both = new HashSet<>(components);
        both.addAll(other.components);
        return new ClearedComponents(both);
    }

    /** Returns the members of a family that were sent empty, without the family's prefix. */
    public Set<String> withPrefix(String prefix) {
        return components.stream()
                .filter(name -> name.startsWith(prefix))
                .map(name -> name.substring(prefix.length()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a component was sent empty. */
    public boolean contains(String component) {
        return components.contains(component);
    }
}
