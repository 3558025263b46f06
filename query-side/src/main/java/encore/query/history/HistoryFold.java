package encore.query.history;

import encore.kernel.history.FieldChange;
import encore.kernel.history.FieldChange.Withheld;
import encore.kernel.history.RecordedChange;
import encore.kernel.lists.ListEvent;
import encore.kernel.people.ActorNames;
import encore.query.history.EventFields.SetField;
import encore.query.history.StreamHistory.ReadEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Folds the events of a stream, oldest first, and says for each field that an event sets what it was before. */
final class HistoryFold {

    /** The fields of each item by their names. A stream of one thing has the item {@code ""}. */
    private final Map<String, Map<String, SetField>> states = new HashMap<>();

    private final boolean isWhole;

    /** @param isWhole whether the first event is the first one of its stream, so that a field that is not known had no value */
    HistoryFold(boolean isWhole) {
        this.isWhole = isWhole;
    }

    /** Adds the next event, and returns its row. */
    RecordedChange add(ReadEvent read, ActorNames names) {
        String key = Objects.requireNonNullElse(read.key(), "");
        Map<String, SetField> state = states.computeIfAbsent(key, item -> new LinkedHashMap<>());
        List<FieldChange> changes = read.event().event() instanceof ListEvent.Removed<?>
                ? removed(key, state)
                : changes(read.fields(), state);
        String actor = read.event().origin().actor();
        return new RecordedChange(
                read.event().at(),
                actor,
                names.of(actor),
                read.type(),
                read.event().position(),
                changes);
    }

    private List<FieldChange> removed(String key, Map<String, SetField> state) {
        states.remove(key);
        return state.values().stream()
                .filter(HistoryFold::isSet)
                .map(before -> new FieldChange(before.name(), before.value(), null, before.withheld()))
                .toList();
    }

    private List<FieldChange> changes(List<SetField> fields, Map<String, SetField> state) {
        List<FieldChange> changes = new ArrayList<>();
        for (SetField after : fields) {
            if (!after.isState()) {
                changes.add(new FieldChange(after.name(), null, after.value(), after.withheld()));
                continue;
            }
            boolean isKnown = isWhole || state.containsKey(after.name());
            SetField before = state.put(after.name(), after);
            if (isKnown ? isOther(before, after) : isSet(after)) {
                changes.add(change(before, after, isKnown));
            }
        }
        return changes;
    }

    private static FieldChange change(@Nullable SetField before, SetField after, boolean isKnown) {
        Withheld withheld = after.withheld();
        if (withheld == null && before != null) {
            withheld = before.withheld();
        }
        if (withheld == null && !isKnown) {
            withheld = Withheld.TOO_FAR_BACK;
        }
        return new FieldChange(after.name(), before == null ? null : before.value(), after.value(), withheld);
    }

    private static boolean isSet(SetField field) {
        return field.value() != null || field.withheld() != null;
    }

    /** Whether a value differs from the one before. Values that are withheld cannot be compared. */
    private static boolean isOther(@Nullable SetField before, SetField after) {
        return before == null
                ? isSet(after)
                : after.withheld() != null
                        || before.withheld() != null
                        || !Objects.equals(before.value(), after.value());
    }
}
