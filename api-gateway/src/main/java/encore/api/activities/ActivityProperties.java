package encore.api.activities;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Validates the properties of an activity, given as {@code field_<name>} parameters or as one object. */
final class ActivityProperties {

    static final int MAX_NAME_LENGTH = 128;
    private static final int MAX_FIELDS = 100;

    private ActivityProperties() {}

    /** Puts the parameters, whose names have lost their prefix, into one object. Returns null when there are none. */
    static @Nullable ObjectNode toObject(Map<String, String> fields) {
        if (fields.size() > MAX_FIELDS) {
            throw Problem.input("field_", ErrorCode.LENGTH, "must be at most " + MAX_FIELDS + " fields");
        }
        ObjectNode object = Wire.INPUT.createObjectNode();
        fields.forEach((name, value) -> {
            if (isTooLong(name)) {
                throw Problem.input(
                        "field_" + name,
                        ErrorCode.LENGTH,
                        "must have a name of at most " + MAX_NAME_LENGTH + " characters");
            }
            object.put(name, value);
        });
        return object.isEmpty() ? null : object;
    }

    /** Validates an object against the limits of {@code field_<name>} parameters. Returns null for an empty object. */
    static @Nullable ObjectNode validate(String parameter, @Nullable ObjectNode object) {
        if (object == null || object.isEmpty()) {
            return null;
        }
        if (object.size() > MAX_FIELDS) {
            throw Problem.input(parameter, ErrorCode.LENGTH, "must be at most " + MAX_FIELDS + " fields");
        }
        if (object.propertyNames().stream().anyMatch(ActivityProperties::isTooLong)) {
            throw Problem.input(
                    parameter, ErrorCode.LENGTH, "must have names of at most " + MAX_NAME_LENGTH + " characters");
        }
        return object;
    }

    private static boolean isTooLong(String name) {
        return name.codePointCount(0, name.length()) > MAX_NAME_LENGTH;
    }
}
