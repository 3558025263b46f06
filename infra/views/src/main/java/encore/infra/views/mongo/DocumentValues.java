package encore.infra.views.mongo;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares values of documents: a flag is a number, a time its milliseconds, and every number is below every text. */
final class DocumentValues {

    private static final Pattern PATH = Pattern.compile("[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)*");

    private DocumentValues() {}

    static String requireValid(String field) {
        if (!PATH.matcher(field).matches()) {
            throw new IllegalArgumentException("Invalid field path: " + field);
        }
        return field;
    }

    /** Returns a document's value in a field, or null when it is absent. */
    static @Nullable Object read(JsonNode document, String field) {
        JsonNode node = document;
        for (String name : requireValid(field).split("\\.", -1)) {
            node = node.path(name);
        }
        if (node.isMissingNode() || node.isNull()) {
            return null;
        } else if (node.isString()) {
            return node.stringValue();
        } else if (node.isBoolean()) {
            return node.booleanValue() ? 1L : 0L;
        } else if (node.isNumber()) {
            return node.canConvertToLong() && node.isIntegralNumber() ? (Object) node.longValue() : node.doubleValue();
        }
        return node.toString();
    }

    static int compare(Object one, Object other) {
        if (one instanceof Number a && other instanceof Number b) {
            return a instanceof Long && b instanceof Long
                    ? Long.compare(a.longValue(), b.longValue())
                    : Double.compare(a.doubleValue(), b.doubleValue());
        }
        return one instanceof String a && other instanceof String b
                ? a.compareTo(b)
                : Boolean.compare(one instanceof String, other instanceof String);
    }
}
