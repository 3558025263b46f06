package encore.infra.eventstore.codec;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Converts payloads of earlier revisions to today's, one step at a time. Each step has a golden sample in
 * {@code src/test/resources/events}. A released step is never changed.
 */
final class Upcasters {

    private record SourceRevision(String type, String revision) {}

    private record Step(String to, Consumer<ObjectNode> change) {}

    private final Map<SourceRevision, Step> steps = new HashMap<>();

    static Upcasters all() {
        return new Upcasters()
                // Before point types existed there was one kind of points, and its source was not recorded.
                .step(
                        "points_awarded",
                        "0",
                        "1",
                        payload -> payload.put("pointType", "points").put("source", "unknown"))
                // An empty text used to clear a field. Today an event names the fields that it clears; empty texts
                // are still understood.
                .step("fan_profile_changed", "1", "2", payload -> {})
                .step("fan_consent_changed", "1", "2", payload -> {})
                .step("fan_curated", "1", "2", payload -> {})
                // Only calls with the secret gave contacts.
                .step("fan_registered", "1", "2", payload -> {})
                .step("identifier_added", "1", "2", payload -> {})
                .step("identifier_removed", "1", "2", payload -> {})
                .step("fan_profile_changed", "2", "3", payload -> {})
                // The buyer of a changed purchase was always the first one. It was not said who a buyer was found to
                // be.
                .step("purchase_changed", "1", "2", payload -> {})
                .step("buyer_found", "1", "2", payload -> {})
                // The console had no zone and no locale of its own.
                .step("account_settings_changed", "1", "2", payload -> {});
    }

    Upcasters step(String type, String from, String to, Consumer<ObjectNode> change) {
        if (steps.put(new SourceRevision(type, from), new Step(to, change)) != null) {
            throw new IllegalStateException("Two upcasters start from " + type + " " + from);
        }
        return this;
    }

    void upcast(String type, String revision, String wanted, ObjectNode payload) {
        String at = revision;
        while (!at.equals(wanted)) {
            Step step = steps.get(new SourceRevision(type, at));
            if (step == null) {
                throw new IllegalStateException("There is no upcaster from " + type + " " + at + " to " + wanted);
            }
            step.change().accept(payload);
            at = step.to();
        }
    }
}
