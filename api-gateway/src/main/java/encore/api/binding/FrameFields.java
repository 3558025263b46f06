package encore.api.binding;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Checks the fields of clients' frames. A call over HTTP ignores parameters that it does not know. A frame is refused:
 * a follower whose filter is misspelt would receive every event and not notice it.
 */
public final class FrameFields {

    /** The most unknown fields that a refusal names. */
    private static final int MAX_NAMED = 20;

    private static final int MAX_NAME_LENGTH = 64;

    private FrameFields() {}

    /**
     * Refuses data that is no object, and fields that are not known. Missing data and null are left to the checks of
     * each field.
     *
     * @throws Problem names the unknown fields, at most twenty
     */
    public static void require(JsonNode data, Set<String> known) {
        require(data, known::contains);
    }

    /**
     * Refuses data that is no object, and fields that neither the record nor the others name.
     *
     * @param type the record that the data is bound to
     * @throws Problem names the unknown fields, at most twenty
     */
    public static void require(JsonNode data, Class<? extends Record> type, Set<String> others) {
        InputPlan<?> plan = InputPlan.of(type);
        require(data, name -> plan.declares(name) || others.contains(name));
    }

    private static void require(JsonNode data, Predicate<String> known) {
        if (data.isMissingNode() || data.isNull()) {
            return;
        }
        if (!data.isObject()) {
            throw Problem.input("data", ErrorCode.TYPE, "must be an object");
        }
        List<FieldError> unknown = data.propertyNames().stream()
                .filter(known.negate())
                .limit(MAX_NAMED)
                .map(name -> new FieldError(
                        name.substring(0, Math.min(name.length(), MAX_NAME_LENGTH)),
                        ErrorCode.VALUE,
                        "is no field of this frame"))
                .toList();
        if (!unknown.isEmpty()) {
            throw Problem.input(unknown);
        }
    }
}
