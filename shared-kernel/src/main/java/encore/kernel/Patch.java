package encore.kernel;

import encore.kernel.records.RecordShape;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A change to a record of optional components. A given component replaces, a cleared component becomes null, and all
 * others stay. An empty text clears. Command side and query side apply the same patch, so that their states cannot
 * differ. A component that is a list is left to the record itself.
 *
 * @param given null in each component that does not change; no text of it is empty
 * @param cleared names of the components to clear; {@code given} has no value for them
 */
public record Patch<T extends Record>(T given, Set<String> cleared) {

    public Patch {
        RecordShape<T> recordShape = RecordShape.of(given);
        Set<String> gone = new TreeSet<>(cleared);
        if (!recordShape.names().containsAll(gone)) {
            throw new IllegalArgumentException(
                    given.getClass().getSimpleName() + " does not have all the components " + gone);
        }
        @Nullable Object[] values = recordShape.values(given);
        boolean empties = false;
        for (int i = 0; i < values.length; i++) {
            if ("".equals(values[i])) {
                values[i] = null;
                gone.add(recordShape.names().get(i));
                empties = true;
            } else if (values[i] != null) {
                gone.remove(recordShape.names().get(i));
            }
        }
        given = empties ? recordShape.create(values) : given;
        cleared = Set.copyOf(gone);
    }

    /** Makes a change that clears only the components whose text is empty. */
    public static <T extends Record> Patch<T> of(T given) {
        return new Patch<>(given, Set.of());
    }

    /** Makes a change from its form in an event. A cleared name without a component (of an older record) is ignored. */
    public static <T extends Record> Patch<T> of(T given, @Nullable Collection<String> cleared) {
        Set<String> known = new TreeSet<>(cleared == null ? Set.of() : cleared);
        known.retainAll(RecordShape.of(given).names());
        return new Patch<>(given, known);
    }

    /** Returns the change that makes the second record of the first one. A list that differs is in it as a whole. */
    public static <T extends Record> Patch<T> between(T before, T after) {
        RecordShape<T> recordShape = RecordShape.of(after);
        @Nullable Object[] was = recordShape.values(before);
        @Nullable Object[] now = recordShape.values(after);
        Set<String> gone = new TreeSet<>();
        for (int i = 0; i < now.length; i++) {
            if (now[i] == null && was[i] != null) {
                gone.add(recordShape.names().get(i));
            }
            now[i] = Objects.equals(was[i], now[i]) ? null : now[i];
        }
        return new Patch<>(recordShape.create(now), gone);
    }

    /** Returns the record after this change. */
    public T applyTo(T state) {
        return combine(state, (name, before, now) -> cleared.contains(name) ? null : now == null ? before : now).given;
    }

    /** Returns the part of this change that differs from the record. */
    public Patch<T> differenceFrom(T state) {
        RecordShape<T> recordShape = RecordShape.of(state);
        @Nullable Object[] before = recordShape.values(state);
        Set<String> stillCleared = new TreeSet<>(cleared);
        stillCleared.removeIf(name -> before[recordShape.names().indexOf(name)] == null);
        return new Patch<>(
                combine(state, (name, was, now) -> Objects.equals(was, now) ? null : now).given, stillCleared);
    }

    /** Returns the part of this change for components that are null in the record. */
    public Patch<T> fillingGapsOf(T state) {
        return combine(state, (name, before, now) -> before == null ? now : null);
    }

    /** Returns whether this change sets or clears the component. */
    public boolean touches(String component) {
        RecordShape<T> recordShape = RecordShape.of(given);
        return cleared.contains(component) || recordShape.values(given)[recordShape.index(component)] != null;
    }

    /** Returns this change without these components. */
    public Patch<T> without(String... components) {
        RecordShape<T> recordShape = RecordShape.of(given);
        @Nullable Object[] values = recordShape.values(given);
        Set<String> stillCleared = new TreeSet<>(cleared);
        for (String component : components) {
            values[recordShape.index(component)] = null;
            stillCleared.remove(component);
        }
        return new Patch<>(recordShape.create(values), stillCleared);
    }

    /** Returns this change, with this component cleared as well. */
    public Patch<T> clearing(String component) {
        Set<String> nowCleared = new TreeSet<>(cleared);
        nowCleared.add(component);
        return new Patch<>(without(component).given, nowCleared);
    }

    /** Returns whether this change changes nothing. */
    public boolean isEmpty() {
        return cleared.isEmpty()
                && Arrays.stream(RecordShape.of(given).values(given))
                        .allMatch(value -> value == null || value instanceof Collection<?> many && many.isEmpty());
    }

    /** Returns the names of the cleared components in the form of an event: sorted, or null for none. */
    public @Nullable List<String> clearedNames() {
        return cleared.isEmpty() ? null : cleared.stream().sorted().toList();
    }

    private interface ComponentChoice {
        @Nullable
        Object choose(String name, @Nullable Object before, @Nullable Object now);
    }

    private Patch<T> combine(T state, ComponentChoice componentChoice) {
        RecordShape<T> recordShape = RecordShape.of(state);
        @Nullable Object[] current = recordShape.values(state);
        @Nullable Object[] values = recordShape.values(given);
        for (int i = 0; i < values.length; i++) {
            if (!(values[i] instanceof Collection<?>)) {
                values[i] = componentChoice.choose(recordShape.names().get(i), current[i], values[i]);
            }
        }
        return new Patch<>(recordShape.create(values), Set.of());
    }
}
