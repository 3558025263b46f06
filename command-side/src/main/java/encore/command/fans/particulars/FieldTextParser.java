package encore.command.fans.particulars;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.ShortDecimal;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.names.Blanks;
import encore.kernel.time.WrittenTime;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Parses a text as a value of a custom field, and refuses a text that does not fit the field's type. */
record FieldTextParser(FieldDefinition field, String text) {

    private static final int LONGEST_NUMBER = 60;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    static JsonNode parse(FieldDefinition field, String text) {
        return new FieldTextParser(field, text).value();
    }

    private JsonNode value() {
        return switch (Objects.requireNonNull(field.fieldType())) {
            case TEXT -> NODES.stringNode(text);
            case NUMBER -> number();
            case BOOLEAN -> flag();
            case DATE -> date();
            case SELECT -> NODES.stringNode(option(text));
            case MULTI_SELECT -> optionsNode();
        };
    }

    private JsonNode number() {
        try {
            BigDecimal number =
                    text.length() > LONGEST_NUMBER ? null : ShortDecimal.stripped(new BigDecimal(Blanks.trim(text)));
            if (number != null) {
                return number.scale() <= 0 ? integerNode(number.toBigIntegerExact()) : NODES.numberNode(number);
            }
        } catch (NumberFormatException malformed) {
            // refused below, like a number with too many digits
        }
        throw refusal("must be a number of at most 38 digits");
    }

    /** Makes the same node type that reading it from JSON makes. */
    private static JsonNode integerNode(BigInteger number) {
        if (number.bitLength() < Integer.SIZE) {
            return NODES.numberNode(number.intValue());
        }
        return number.bitLength() < Long.SIZE ? NODES.numberNode(number.longValue()) : NODES.numberNode(number);
    }

    private JsonNode flag() {
        return switch (Blanks.trim(text).toLowerCase(Locale.ROOT)) {
            case "true", "on", "1" -> NODES.booleanNode(true);
            case "false", "off", "0" -> NODES.booleanNode(false);
            default -> throw refusal("must be true or false (also on, off, 1 or 0)");
        };
    }

    private JsonNode date() {
        try {
            return NODES.stringNode(WrittenTime.day(Blanks.trim(text)).toString());
        } catch (DateTimeException malformed) {
            throw refusal("must be a date: yyyy-mm-dd");
        }
    }

    private String option(String given) {
        if (!allOptions().contains(given)) {
            throw refusal("must be one of " + String.join(", ", allOptions()));
        }
        return given;
    }

    /** Returns the options in the field's order, each once, so that the same choice is the same value. */
    private JsonNode optionsNode() {
        List<String> given = givenOptions().map(this::option).toList();
        if (given.isEmpty()) {
            throw refusal("must be some of " + String.join(", ", allOptions()));
        }
        ArrayNode chosen = NODES.arrayNode();
        allOptions().stream().filter(given::contains).forEach(chosen::add);
        return chosen;
    }

    /** Splits the text: a JSON array of texts, or texts separated by commas. An option may itself contain a comma. */
    private Stream<String> givenOptions() {
        if (allOptions().contains(text)) {
            return Stream.of(text);
        }
        if (!Blanks.trim(text).startsWith("[")) {
            return Arrays.stream(text.split(",")).map(Blanks::trim);
        }
        try {
            JsonNode array = JsonMapper.shared().readTree(text);
            List<String> all = new ArrayList<>();
            array.valueStream().forEach(each -> all.add(each.isString() ? each.stringValue() : each.toString()));
            return all.stream();
        } catch (JacksonException malformed) {
            throw refusal("must be a JSON array, or texts separated by commas");
        }
    }

    private List<String> allOptions() {
        return Objects.requireNonNull(field.fieldOptions());
    }

    private Refusal refusal(String sentence) {
        return new Refusal(
                RULE,
                "not-of-the-fields-type",
                "field_" + field.crmFieldKey(),
                "A value of this field " + sentence + ".");
    }
}
