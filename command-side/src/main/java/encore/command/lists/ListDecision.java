package encore.command.lists;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.lists.ListEvent;
import encore.kernel.lists.ListItem;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * One decision about a list: it applies the event that it is given the constructor of, or refuses. The methods for
 * commands return the item that the command added, changed or removed.
 */
public final class ListDecision<L extends StreamId, T extends Record & ListItem> {

    private final KeyedList<T> rules;
    private final L list;
    private final Map<String, T> items;
    private final BiConsumer<T, T> ownRules;

    ListDecision(KeyedList<T> rules, L list, Map<String, T> items, BiConsumer<T, T> ownRules) {
        this.rules = rules;
        this.list = list;
        this.items = items;
        this.ownRules = ownRules;
    }

    /**
     * Returns the same decision with the list's own rules about added and changed items.
     *
     * @param ownRules refuses an item; its arguments are the item before, which is empty for a new one, and after
     */
    public ListDecision<L, T> requiring(BiConsumer<T, T> ownRules) {
        return new ListDecision<>(rules, list, items, ownRules);
    }

    /** Refuses a used key, and any key when the list is full, before the list's own rules do. */
    public ListDecision<L, T> mustTake(String key) {
        rules.mustTake(items, key);
        return this;
    }

    /** Adds an item that the command gives whole. */
    public T add(T item, BiFunction<L, T, ? extends ListEvent.Added<T>> event) {
        return add(item, item, event);
    }

    /** @param empty the item with its key and its defaults, to which the command's own values are applied */
    public T add(T empty, T given, BiFunction<L, T, ? extends ListEvent.Added<T>> event) {
        T item = Patch.of(given).applyTo(empty);
        ownRules.accept(empty, item);
        rules.mustTake(items, item.key());
        apply(event.apply(list, item));
        return item;
    }

    /** Changes the item that the patch names. If the patch changes nothing, no event is applied. */
    public T change(Patch<T> change, BiFunction<L, T, ? extends ListEvent.Changed<T>> event) {
        T before = one(change.given().key());
        T after = change.applyTo(before);
        ownRules.accept(before, after);
        if (!after.equals(before)) {
            apply(event.apply(list, after));
        }
        return after;
    }

    /** Removes the item with a key. */
    public T remove(String key, BiFunction<L, String, ? extends ListEvent.Removed<T>> event) {
        T removed = one(key);
        apply(event.apply(list, key));
        return removed;
    }

    /** Returns the item that the path names. Refuses a key that is not in the list as unknown. */
    public T one(String key) {
        return rules.one(items, key);
    }

    /** Returns the item that a parameter names. Refuses a key that is not in the list by a rule, with this sentence. */
    public T named(String key, String parameter, String sentence) {
        T item = items.get(key);
        if (item == null) {
            throw new Refusal(RULE, "unknown-id", parameter, sentence);
        }
        return item;
    }
}
