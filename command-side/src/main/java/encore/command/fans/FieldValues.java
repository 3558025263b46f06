package encore.command.fans;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.FieldsAndTags;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The values of a fan's custom fields. A value equal to the current one is no change. */
final class FieldValues {

    private Map<String, JsonNode> values = new TreeMap<>();

    void change(FanId fan, FieldsAndTags.ParsedFieldsAndTags given) {
        ObjectNode changed = JsonNodeFactory.instance.objectNode();
        given.values().properties().forEach(one -> {
            if (!one.getValue().equals(values.get(one.getKey()))) {
                changed.set(one.getKey(), one.getValue());
            }
        });
        List<String> cleared =
                given.cleared().stream().filter(values::containsKey).toList();
        if (!changed.isEmpty() || !cleared.isEmpty()) {
            apply(new FanFieldsChanged(
                    fan, changed.isEmpty() ? null : changed, List.copyOf(changed.propertyNames()), cleared));
        }
    }

    /** Returns the given values of fields that have none. */
    FieldsAndTags.ParsedFieldsAndTags gapsIn(FieldsAndTags.ParsedFieldsAndTags given) {
        ObjectNode gaps = given.values().deepCopy();
        gaps.remove(values.keySet());
        return new FieldsAndTags.ParsedFieldsAndTags(gaps, List.of(), given.tags());
    }

    void evolve(FanFieldsChanged event) {
        if (event.values() != null) {
            event.values().properties().forEach(one -> values.put(one.getKey(), one.getValue()));
        }
        event.cleared().forEach(values::remove);
    }
}
