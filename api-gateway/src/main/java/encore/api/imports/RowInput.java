package encore.api.imports;

import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.StorableText;
import encore.api.wire.Wire;
import encore.kernel.names.Blanks;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** One row of an import, before it is bound to the input records of its kind. */
public final class RowInput {

    /** The most digits of a number that is written without an exponent. */
    private static final int MAX_DIGITS = 100;

    private final ObjectNode fields;

    private RowInput(ObjectNode fields) {
        this.fields = fields;
    }

    /** Checks that a value is an object whose fields the kind knows. */
    static RowInput of(JsonNode row, ImportedKind kind) {
        if (!(row instanceof ObjectNode fields)) {
            throw Problem.input("rows", ErrorCode.TYPE, "must be a JSON object");
        }
        List<InputPlan<?>> plans =
                kind.inputs().stream().<InputPlan<?>>map(InputPlan::of).toList();
        ObjectNode texts = Wire.INPUT.createObjectNode();
        for (var field : fields.properties()) {
            String name = field.getKey();
            texts.set(name, toText(field.getValue()));
            if (kind.excluded().contains(name) || plans.stream().noneMatch(plan -> plan.takes(name))) {
                throw Problem.input(StorableText.forDisplay(name), ErrorCode.UNKNOWN, "is no field of this import");
            }
        }
        RowInput input = new RowInput(texts);
        if (kind.isKeyRequired() && input.text(kind.key()) == null) {
            throw Problem.input(kind.key(), ErrorCode.REQUIRED, "is required");
        }
        return input;
    }

    /** Returns a number or a boolean as its text: a file may write a key or a name with digits alone. */
    private static JsonNode toText(JsonNode value) {
        if (value.isNumber()) {
            BigDecimal number = value.decimalValue();
            String text = Math.abs((long) number.scale()) > MAX_DIGITS ? number.toString() : number.toPlainString();
            return StringNode.valueOf(text);
        }
        return value.isBoolean() ? StringNode.valueOf(value.asString()) : value;
    }

    /** Binds the row to one of the records of its kind, like the parameters of a call. */
    public <T extends Record> T bind(Class<T> input) {
        return InputPlan.of(input).bind(RequestParameters.ofJson(fields), Map.of());
    }

    /** Returns a field's value as text without space around it; null for an empty or missing one. */
    public @Nullable String text(String name) {
        JsonNode value = fields.get(name);
        if (value == null || value.isNull()) {
            return null;
        }
        String text = Blanks.trim(value.isString() ? value.stringValue() : value.toString());
        return text.isEmpty() ? null : text;
    }

    /** Returns a hash of the row's values, whatever their order. Empty values count as missing. */
    public String hash(Set<String> without) {
        Map<String, String> values = new TreeMap<>();
        for (var field : fields.properties()) {
            String text = text(field.getKey());
            if (text != null && !without.contains(field.getKey())) {
                values.put(field.getKey(), text);
            }
        }
        StringBuilder all = new StringBuilder();
        values.forEach((name, value) -> all.append(name.length())
                .append(':')
                .append(name)
                .append(value.length())
                .append(':')
                .append(value));
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(all.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
