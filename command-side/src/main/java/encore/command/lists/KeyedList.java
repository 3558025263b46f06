package encore.command.lists;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The rules of a list whose items share one stream: a key is used once, the number of items has a bound, and only an
 * item of the list can be changed or removed. The aggregate has a KeyedList as a constant, keeps the items itself in a
 * map by their keys, and adds its own rules. The methods for commands return the item that the command added, changed
 * or removed.
 */
public final class KeyedList<T extends Record & ListItem> {

    private final String thing;
    private final String keyParameter;
    private final int maxItems;
    private final Set<String> reserved;

    private KeyedList(String thing, String keyParameter, int maxItems, Set<String> reserved) {
        this.thing = thing;
        this.keyParameter = keyParameter;
        this.maxItems = maxItems;
        this.reserved = Set.copyOf(reserved);
    }

    /**
     * @param thing a word for an item, in the singular; the types of refusals contain it: {@code room-exists}, {@code
     *     too-many-rooms}
     * @param keyParameter the parameter that the refusals of a used key and of one item too many name
     * @param maxItems the largest number of items, small enough for an answer with all of them
     */
    public static <T extends Record & ListItem> KeyedList<T> of(String thing, String keyParameter, int maxItems) {
        return new KeyedList<>(thing, keyParameter, maxItems, Set.of());
    }

    /** Returns the same list with items that every account has from the start. Their keys cannot be added. */
    public KeyedList<T> withBuiltIn(List<T> builtIn) {
        return new KeyedList<>(
                thing,
                keyParameter,
                maxItems,
                builtIn.stream().map(ListItem::key).collect(Collectors.toSet()));
    }

    /** Refuses a used key, and any key when the list is full. For aggregates that check this before other rules. */
    public void mustTake(Map<String, T> items, String key) {
        if (reserved.contains(key) || items.containsKey(key)) {
            throw new Refusal(RULE, thing + "-exists", keyParameter, "There is such a " + thing + " already.");
        }
        if (items.size() >= maxItems) {
            throw new Refusal(
                    RULE,
                    "too-many-" + thing + "s",
                    keyParameter,
                    "At most " + maxItems + " " + thing + "s can be added.");
        }
    }

    /** Returns the item with a key. Refuses a key that is not in the list as unknown. */
    public T one(Map<String, T> items, String key) {
        T item = items.get(key);
        if (item == null) {
            throw Refusal.unknown("No such " + thing + " was added.");
        }
        return item;
    }

    /** Adds the item of the event. */
    public T add(Map<String, T> items, ListEvent.Added<T> event) {
        mustTake(items, event.key());
        apply(event);
        return event.item();
    }

    /** Changes the item that the patch names. If the patch changes nothing, no event is applied. */
    public T change(Map<String, T> items, Patch<T> change, Function<T, ListEvent.Changed<T>> event) {
        return change(items, change, (before, after) -> {}, event);
    }

    /** @param rules refuses a change; its arguments are the item before and after the change */
    public T change(
            Map<String, T> items, Patch<T> change, BiConsumer<T, T> rules, Function<T, ListEvent.Changed<T>> event) {
        T before = one(items, change.given().key());
        T after = change.applyTo(before);
        rules.accept(before, after);
        if (!after.equals(before)) {
            apply(event.apply(after));
        }
        return after;
    }

    /** Removes the item whose key the event has. */
    public T remove(Map<String, T> items, ListEvent.Removed<T> event) {
        T removed = one(items, event.key());
        apply(event);
        return removed;
    }

    /** Folds an event of the list into the items. */
    public void evolve(Map<String, T> items, ListEvent<T> event) {
        switch (event) {
            case ListEvent.Added<T> added -> items.put(added.key(), added.item());
            case ListEvent.Changed<T> changed -> items.put(changed.key(), changed.item());
            case ListEvent.Removed<T> removed -> items.remove(removed.key());
            default -> throw new IllegalArgumentException(event.getClass().getName() + " is not a change of a list");
        }
    }
}
