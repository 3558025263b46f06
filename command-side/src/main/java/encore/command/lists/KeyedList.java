package encore.command.lists;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules of a list whose items share one stream: a key is used once, the number of items has a bound, and only an
 * item of the list can be changed or removed. The aggregate has a KeyedList as a constant, keeps the items itself in a
 * map by their keys, and decides each command by a {@link ListDecision}, to which it adds its own rules.
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

    /** Begins a decision about a list: its id, and the items that the aggregate keeps of it. */
    public <L extends StreamId> ListDecision<L, T> decision(L list, Map<String, T> items) {
        return new ListDecision<>(this, list, items, (before, after) -> {});
    }

    /** Refuses a used key, and any key when the list is full. */
    void mustTake(Map<String, T> items, String key) {
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
    T one(Map<String, T> items, String key) {
        T item = items.get(key);
        if (item == null) {
            throw Refusal.unknown("No such " + thing + " was added.");
        }
        return item;
    }

    /** Folds an event of the list into the items. */
    public void evolve(Map<String, T> items, ListEvent<T> event) {
        T after = event.after();
        if (after == null) {
            items.remove(event.key());
        } else {
            items.put(event.key(), after);
        }
    }
}
