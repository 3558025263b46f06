package encore.infra.eventstore.codec;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns payloads of earlier revisions into today's, one step after the other. Each step has a golden sample in
 * {@code src/test/resources/events}; a step is never changed once it was released.
 */
final class Upcasters {

    private record From(String type, String revision) {}

    private record Step(String to, Consumer<ObjectNode> change) {}

    private final Map<From, Step> steps = new HashMap<>();

    static Upcasters all() {
        return new Upcasters()
                // Before point types there was one kind of record, and nobody noted where it came from.
                .step(
                        "points_awarded",
                        "0",
                        "1",
                        payload -> payload.put("pointType", "points").put("source", "unknown"))
                // An empty text cleared; what is cleared has been named since, and empty texts are still understood.
                .step("fan_profile_changed", "1", "2", payload -> {})
                .step("fan_consent_changed", "1", "2", payload -> {})
                .step("fan_curated", "1", "2", payload -> {});
    }

    Upcasters step(String type, String from, String to, Consumer<ObjectNode> change) {
        if (steps.put(new From(type, from), new Step(to, change)) != null) {
            throw new IllegalStateException("Two ways up from " + type + " " + from);
        }
        return this;
    }

    void upcast(String type, String revision, String wanted, ObjectNode payload) {
        String at = revision;
        while (!at.equals(wanted)) {
            Step step = steps.get(new From(type, at));
            if (step == null) {
                throw new IllegalStateException("No way up from " + type + " " + at + " to " + wanted);
            }
            step.change().accept(payload);
            at = step.to();
        }
    }
}
