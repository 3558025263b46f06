package encore.command.fans;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanPropsChanged;
import encore.kernel.fans.FanId;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The props that a fan set itself, as texts by name. */
final class OwnProps {

    private static final int MOST = 100;

    private Map<String, String> values = new TreeMap<>();

    /** Returns the part of a call that changes something. An empty text removes a prop. */
    ObjectNode differenceFrom(Map<String, String> given) {
        ObjectNode changes = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(given).forEach((name, text) -> {
            if (text.isEmpty() && values.containsKey(name)) {
                changes.putNull(name);
            } else if (!text.isEmpty() && !text.equals(values.get(name))) {
                changes.put(name, text);
            }
        });
        long added = changes.properties().stream()
                .filter(one -> !one.getValue().isNull() && !values.containsKey(one.getKey()))
                .count();
        long removed = changes.properties().stream()
                .filter(one -> one.getValue().isNull())
                .count();
        if (added > 0 && values.size() + added - removed > MOST) {
            throw new Refusal(RULE, "too-many-props", "props_", "A fan has at most 100 props.");
        }
        return changes;
    }

    static void record(FanId fan, ObjectNode changes) {
        if (!changes.isEmpty()) {
            apply(new FanPropsChanged(fan, changes));
        }
    }

    void evolve(FanPropsChanged event) {
        if (event.changes() == null) {
            return;
        }
        event.changes().properties().forEach(one -> {
            if (one.getValue().isNull()) {
                values.remove(one.getKey());
            } else {
                values.put(one.getKey(), one.getValue().asString());
            }
        });
    }
}
