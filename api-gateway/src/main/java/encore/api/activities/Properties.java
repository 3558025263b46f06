package encore.api.activities;

import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.Wire;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Validates the properties of an activity, given as {@code field_<name>} parameters or as one object. */
final class Properties {

    static final int LONGEST_NAME = 128;
    private static final int MOST = 100;

    private Properties() {}

    static @Nullable ObjectNode object(Map<String, String> fields) {
        if (fields.size() > MOST) {
            throw Problem.input("field_", ErrorCode.LENGTH, "must be at most " + MOST + " fields");
        }
        ObjectNode object = Wire.INPUT.createObjectNode();
        fields.forEach((name, value) -> {
            if (name.codePointCount(0, name.length()) > LONGEST_NAME) {
                throw Problem.input(
                        "field_" + name,
                        ErrorCode.LENGTH,
                        "must have a name of at most " + LONGEST_NAME + " characters");
            }
            object.put(name, value);
        });
        return object.isEmpty() ? null : object;
    }

    /** Validates an object against the limits of {@code field_<name>} parameters. Returns null for an empty object. */
    static @Nullable ObjectNode checked(String parameter, @Nullable ObjectNode given) {
        if (given == null || given.isEmpty()) {
            return null;
        }
        if (given.size() > MOST) {
            throw Problem.input(parameter, ErrorCode.LENGTH, "must be at most " + MOST + " fields");
        }
        if (given.propertyNames().stream().anyMatch(name -> name.codePointCount(0, name.length()) > LONGEST_NAME)) {
            throw Problem.input(
                    parameter, ErrorCode.LENGTH, "must have names of at most " + LONGEST_NAME + " characters");
        }
        return given;
    }
}
