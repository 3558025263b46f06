package encore.infra.standalone;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.Query;
import encore.kernel.StreamId;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A list whose items share one stream, as {@link ListsContractTest} uses it. It says what of the contract it lacks: a
 * command that is not given, a bound that cannot be reached, and components that never change.
 */
final class ListUnderTest<T extends Record & ListItem> {

    final Class<? extends ListEvent<T>> events;
    final Class<T> type;
    final List<Change<T>> changes = new ArrayList<>();
    final List<Change<T>> refusedChanges = new ArrayList<>();
    String view = "";
    String thing = "";
    String keyParameter = "";
    int bound;
    Function<Show, StreamId> list = show -> {
        throw new IllegalStateException("No list is declared");
    };
    Function<String, T> item = key -> {
        throw new IllegalStateException("No item is declared");
    };
    BiFunction<Show, T, Command<T>> add = (show, added) -> {
        throw new IllegalStateException("No command is declared");
    };

    @Nullable
    BiFunction<Show, Patch<T>, Command<T>> change;

    @Nullable
    BiFunction<Show, String, Command<T>> remove;

    Function<Show, Query<? extends List<? extends Record>>> all = show -> {
        throw new IllegalStateException("No query is declared");
    };
    BiFunction<Show, String, Query<? extends Record>> one = (show, key) -> {
        throw new IllegalStateException("No query is declared");
    };
    int builtIn;

    /** The show that the list is of, or whose account it is of, and that the items name. */
    record Show(Api api, long account, long campaign) {}

    /**
     * A change of one component.
     *
     * @param before makes the item that is changed
     * @param component has another value afterwards
     */
    record Change<T>(Function<Show, T> before, String component, Function<Show, Object> value) {}

    private ListUnderTest(Class<? extends ListEvent<T>> events, Class<T> type) {
        this.events = events;
        this.type = type;
    }

    /**
     * @param view the name of its projection
     * @param thing the word for an item in the types of refusals
     * @param keyParameter the parameter that refusals of a used key name
     */
    static <T extends Record & ListItem> ListUnderTest<T> of(
            Class<? extends ListEvent<T>> events, Class<T> type, String view, String thing, String keyParameter) {
        var list = new ListUnderTest<T>(events, type);
        list.view = view;
        list.thing = thing;
        list.keyParameter = keyParameter;
        return list;
    }

    /** @param bound the largest number of items; 0 if something else refuses sooner */
    ListUnderTest<T> of(Function<Show, StreamId> list, int bound, Function<String, T> item) {
        this.list = list;
        this.bound = bound;
        this.item = item;
        return this;
    }

    /** @param remove null if items are never removed */
    ListUnderTest<T> commands(
            BiFunction<Show, T, Command<T>> add,
            @Nullable BiFunction<Show, Patch<T>, Command<T>> change,
            @Nullable BiFunction<Show, String, Command<T>> remove) {
        this.add = add;
        this.change = change;
        this.remove = remove;
        return this;
    }

    /** @param builtIn the number of items that the query for all answers before those that were added */
    ListUnderTest<T> queries(
            Function<Show, Query<? extends List<? extends Record>>> all,
            BiFunction<Show, String, Query<? extends Record>> one,
            int builtIn) {
        this.all = all;
        this.one = one;
        this.builtIn = builtIn;
        return this;
    }

    ListUnderTest<T> changing(String component, Object value) {
        return changing(item.apply("1"), component, value);
    }

    ListUnderTest<T> changing(T before, String component, Object value) {
        return changing(show -> before, component, show -> value);
    }

    ListUnderTest<T> changing(Function<Show, T> before, String component, Function<Show, Object> value) {
        changes.add(new Change<>(before, component, value));
        return this;
    }

    /** Declares a component that another value is refused for. */
    ListUnderTest<T> keeping(String component, Object value) {
        T before = item.apply("1");
        refusedChanges.add(new Change<>(show -> before, component, show -> value));
        return this;
    }

    /** Returns an item of the type that has nothing but a key and one value. */
    T only(String key, String component, Object value) {
        return with(keyAlone(key), component, value);
    }

    private T keyAlone(String key) {
        RecordComponent[] components = type.getRecordComponents();
        @Nullable Object[] values = new Object[components.length];
        values[0] = components[0].getType() == long.class ? (Object) Long.valueOf(key) : key;
        return create(values);
    }

    /** Returns the item with another value of a component. */
    T with(T item, String component, Object value) {
        @Nullable Object[] values = valuesOf(item);
        values[componentNames().indexOf(component)] = value;
        return create(values);
    }

    /** Returns the item that a row of an answer shows. */
    T shownBy(Record row) {
        return type.isInstance(row) ? type.cast(row) : create(valuesOf(row));
    }

    List<String> componentNames() {
        return Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
    }

    private @Nullable Object[] valuesOf(Record record) {
        return componentNames().stream()
                .map(name -> {
                    try {
                        return record.getClass().getMethod(name).invoke(record);
                    } catch (ReflectiveOperationException e) {
                        throw new AssertionError(e);
                    }
                })
                .toArray();
    }

    private T create(@Nullable Object[] values) {
        try {
            return type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new))
                    .newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public String toString() {
        return events.getSimpleName();
    }
}
