package encore.infra.standalone.walk;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import tools.jackson.databind.JsonNode;

/** The types of the contract. */
final class Types {

    private Types() {}

    /** Returns whether a value of an answer, which is not null, is of a type. */
    static boolean fits(String type, JsonNode value) {
        if (type.endsWith("[]")) {
            String one = type.substring(0, type.length() - 2);
            return value.isArray() && value.valueStream().allMatch(each -> fits(one, each));
        }
        return switch (type) {
            case "-" -> true;
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "date" -> value.isString() && isDate(value.asString());
            case "time" -> value.isString() && isTime(value.asString());
            default -> throw new IllegalStateException("What is the type " + type + "?");
        };
    }

    private static boolean isDate(String text) {
        try {
            LocalDate.parse(text);
            return true;
        } catch (DateTimeException other) {
            return false;
        }
    }

    private static boolean isTime(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException other) {
            return false;
        }
    }
}
