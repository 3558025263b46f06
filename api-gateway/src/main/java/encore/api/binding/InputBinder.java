package encore.api.binding;

import encore.api.input.ClearedComponents;
import encore.api.input.JsonOnly;
import encore.api.input.Positional;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.api.wire.InvalidValueException;
import encore.api.wire.StorableText;
import encore.api.wire.ValueType;
import encore.api.wire.Wire;
import encore.kernel.names.Blanks;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Fills one input record from the parameters of one request, and collects everything that is wrong with them. */
final class InputBinder {

    /** The most errors that an answer lists. */
    private static final int ERRORS_LIMIT = 50;

    private final RequestParameters parameters;
    private final Map<String, List<String>> query;
    private final Map<String, List<String>> form;
    private final @Nullable JsonNode json;
    private final List<FieldError> errors = new ArrayList<>(0);
    private final Set<String> cleared = new HashSet<>(0);

    InputBinder(RequestParameters parameters) {
        this.parameters = parameters;
        this.query = parameters.query();
        this.form = parameters.form();
        this.json = parameters.json();
    }

    <T> T bind(InputPlan<T> plan, Map<String, String> path) {
        @Nullable ObjectNode object = json instanceof ObjectNode node ? node : null;
        @Nullable ArrayNode array = json instanceof ArrayNode node ? node : null;
        if (array != null && plan.parts().stream().noneMatch(part -> part.kind() == InputPlan.Kind.RECORDS)) {
            throw Problem.unreadable("broken-json", "The body is a JSON object.");
        }
        List<InputPlan.Part> parts = plan.parts();
        @Nullable Object[] values = new @Nullable Object[parts.size()];
        for (int i = 0; i < values.length; i++) {
            InputPlan.Part part = parts.get(i);
            String inPath = path.isEmpty() ? null : path.get(part.name());
            values[i] = inPath == null ? value(plan, part, object, array) : pathValue(part, inPath);
        }
        List<FieldError> malformed = TextFormats.errors(plan, values);
        if (!errors.isEmpty()) {
            addViolations(plan, values, path);
            errors.addAll(malformed);
        }
        throwErrors();
        T filled = plan.construct(values);
        errors.addAll(InputValidator.validate(plan, filled));
        errors.addAll(malformed);
        if (!errors.isEmpty() && errors.stream().anyMatch(error -> path.containsKey(error.field()))) {
            throw Problem.unknown();
        }
        throwErrors();
        return filled;
    }

    /** Checks the values that could be read, so that one answer names everything that is wrong. */
    private void addViolations(InputPlan<?> plan, @Nullable Object[] values, Map<String, String> path) {
        Set<String> wrong = new HashSet<>(path.keySet());
        errors.forEach(error -> wrong.add(error.field().replaceFirst("[\\[.].*", "")));
        for (int i = 0; i < values.length; i++) {
            InputPlan.Part part = plan.parts().get(i);
            boolean isPlain = part.kind() == InputPlan.Kind.ONE || part.kind() == InputPlan.Kind.MANY;
            if (isPlain && !wrong.contains(part.name())) {
                errors.addAll(InputValidator.validate(plan, part, values[i]));
            }
        }
    }

    private void throwErrors() {
        if (!errors.isEmpty()) {
            throw Problem.input(errors.subList(0, Math.min(errors.size(), ERRORS_LIMIT)));
        }
    }

    private static @Nullable Object pathValue(InputPlan.Part part, String text) {
        try {
            // A malformed id in the path is answered like an unknown one.
            Object value = part.type() == null || text.indexOf('\uFFFD') >= 0
                    ? null
                    : part.type().ofText(text);
            if (value != null) {
                return value;
            }
        } catch (InvalidValueException malformed) {
            throw Problem.unknown();
        }
        throw Problem.unknown();
    }

    private @Nullable Object value(
            InputPlan<?> plan, InputPlan.Part part, @Nullable ObjectNode object, @Nullable ArrayNode array) {
        return switch (part.kind()) {
            case ONE -> singleValue(plan, part);
            case MANY -> listValue(part, object);
            case FAMILY -> familyValue(plan, part, object);
            case RECORD -> recordValue(part, object == null ? null : object.get(part.name()), "");
            case CLEARED -> new ClearedComponents(cleared);
            case RECORDS ->
                recordList(part, array != null ? array : object == null ? texts(part) : object.get(part.name()), "");
        };
    }

    private @Nullable Object singleValue(InputPlan<?> plan, InputPlan.Part part) {
        ValueType type = Objects.requireNonNull(part.type());
        ParameterValue parameterValue = new ParameterValue(part.name(), plan.clears());
        parameters.readEach(part.name(), type, parameterValue::add);
        if (part.required() && isMissing(parameterValue.value) && !parameterValue.failed) {
            addError(part.name(), ErrorCode.REQUIRED, "is required");
        }
        if (parameterValue.present && parameterValue.value == null) {
            cleared.add(part.component().getName());
        }
        return parameterValue.value;
    }

    private static boolean isMissing(@Nullable Object value) {
        return value == null || value instanceof String text && Blanks.isBlank(text);
    }

    private static @Nullable Object ofJson(ValueType type, JsonNode node) {
        return node.isNull() ? null : type.ofJson(node);
    }

    private @Nullable Object listValue(InputPlan.Part part, @Nullable ObjectNode object) {
        ValueType type = Objects.requireNonNull(part.type());
        JsonNode node = object == null ? null : object.get(part.name());
        List<Object> inQuery = list(part, type, query);
        List<Object> inBody = node == null || node.isNull() ? list(part, type, form) : list(part, type, node);
        if (!inQuery.isEmpty() && !inBody.isEmpty() && !inQuery.equals(inBody)) {
            addGivenTwiceError(part.name());
        }
        List<Object> values = inBody.isEmpty() ? inQuery : inBody;
        if (values.size() > part.maxValues() && part.isOfUncheckedRows()) {
            throw Problem.tooLarge("A call may have at most " + part.maxValues() + " rows.");
        }
        if (values.size() > part.maxValues()) {
            addError(part.name(), ErrorCode.LENGTH, "must have at most " + part.maxValues() + " values");
        }
        boolean given = node != null && !node.isNull() || isGiven(part, query) || isGiven(part, form);
        boolean absent = !given && part.component().getAnnotatedType().isAnnotationPresent(Nullable.class);
        return absent ? null : List.copyOf(values);
    }

    private static boolean isGiven(InputPlan.Part part, Map<String, List<String>> given) {
        return given.containsKey(part.name()) || given.containsKey(part.name() + "[]");
    }

    private List<Object> list(InputPlan.Part part, ValueType type, Map<String, List<String>> given) {
        if (given.isEmpty()) {
            return List.of();
        }
        List<Object> values = new ArrayList<>();
        for (String name : List.of(part.name(), part.name() + "[]")) {
            for (String text : given.getOrDefault(name, List.of())) {
                addTo(values, part, () -> type.ofText(text));
            }
        }
        return withoutOnlyEmptyText(values);
    }

    private List<Object> list(InputPlan.Part part, ValueType type, JsonNode node) {
        List<Object> values = new ArrayList<>();
        if (!node.isArray()) {
            addTo(values, part, () -> type.ofJson(node));
            return withoutOnlyEmptyText(values);
        }
        for (JsonNode element : node) {
            addTo(values, part, () -> {
                if (element.isNull()) {
                    throw type.wrongValue();
                }
                return type.ofJson(element);
            });
        }
        return withoutOnlyEmptyText(values);
    }

    private void addTo(List<Object> values, InputPlan.Part part, Supplier<@Nullable Object> read) {
        try {
            Object value = read.get();
            if (value != null) {
                values.add(value);
            } else if (part.annotation(Positional.class) != null) {
                values.add("");
            }
        } catch (InvalidValueException wrong) {
            errors.add(wrong.toFieldError(part.name()));
        }
    }

    /** Returns the values of a list. A single empty value means an empty list. */
    private static List<Object> withoutOnlyEmptyText(List<Object> values) {
        return values.size() == 1 && values.getFirst().equals("") ? List.of() : values;
    }

    private Object familyValue(InputPlan<?> plan, InputPlan.Part part, @Nullable ObjectNode object) {
        ValueType type = Objects.requireNonNull(part.type());
        Map<String, ParameterValue> found = new LinkedHashMap<>();
        for (var given : List.of(query, form)) {
            given.forEach((name, texts) -> {
                if (isMember(plan, part, name)) {
                    ParameterValue member = found.computeIfAbsent(name, n -> new ParameterValue(n, plan.clears()));
                    texts.forEach(text -> member.add(() -> type.ofText(text)));
                }
            });
        }
        if (object != null) {
            for (var property : object.properties()) {
                if (isMember(plan, part, property.getKey())) {
                    found.computeIfAbsent(property.getKey(), n -> new ParameterValue(n, plan.clears()))
                            .add(() -> ofJson(type, scalarAsText(type, property.getValue())));
                }
            }
        }
        Map<Object, Object> members = new LinkedHashMap<>();
        found.forEach((name, member) -> {
            Object key = key(part, name);
            if (member.value != null && key != null) {
                members.put(key, member.value);
            } else if (member.present && key != null) {
                cleared.add(name);
            }
        });
        return members;
    }

    /**
     * Turns a JSON value of an open family of text parameters into text: a number or a boolean becomes its text, a list
     * of texts becomes its JSON text.
     */
    private static JsonNode scalarAsText(ValueType type, JsonNode node) {
        if (!(type instanceof ValueType.Text)) {
            return node;
        }
        boolean texts = node.isArray() && node.valueStream().allMatch(JsonNode::isString);
        String text = node.isNumber() || node.isBoolean()
                ? node.asString()
                : !texts ? null : node.isEmpty() ? "" : node.toString();
        return text == null ? node : Wire.INPUT.getNodeFactory().stringNode(text);
    }

    private static boolean isMember(InputPlan<?> plan, InputPlan.Part part, String name) {
        return name.startsWith(part.prefix()) && !plan.declares(name);
    }

    private @Nullable Object key(InputPlan.Part part, String name) {
        String key = name.substring(part.prefix().length());
        if (key.isEmpty() || key.codePointCount(0, key.length()) > 255 || !StorableText.isStorable(key)) {
            addError(name, ErrorCode.FORMAT, "must be " + part.prefix() + " and a name of at most 255 characters");
            return null;
        }
        if (!part.numbered()) {
            return key;
        }
        try {
            return new ValueType.WholeNumber(0, Long.MAX_VALUE, false).ofText(key);
        } catch (InvalidValueException wrong) {
            addError(name, ErrorCode.FORMAT, "must be " + part.prefix() + " and a number");
            return null;
        }
    }

    private @Nullable Object recordValue(InputPlan.Part part, @Nullable JsonNode node, String under) {
        String name = under + part.name();
        if (node == null || node.isNull()) {
            if (part.required()) {
                addError(name, ErrorCode.REQUIRED, "is required");
            }
            return null;
        }
        return bindRecord(Objects.requireNonNull(part.records()), node, name);
    }

    private @Nullable Object recordList(InputPlan.Part part, @Nullable JsonNode node, String under) {
        String name = under + part.name();
        if (node == null || node.isNull()) {
            return List.of();
        }
        if (!node.isArray()) {
            addError(name, ErrorCode.TYPE, "must be a JSON array");
            return List.of();
        }
        InputPlan<?> plan = Objects.requireNonNull(part.records());
        if (node.size() > part.maxValues()) {
            addError(name, ErrorCode.LENGTH, "must have at most " + part.maxValues() + " values");
            return List.of();
        }
        List<Object> rows = new ArrayList<>(node.size());
        int index = 0;
        for (JsonNode element : node) {
            Object row = bindRecord(plan, parseJsonText(element), name + "[" + index++ + "]");
            if (row != null) {
                rows.add(row);
            }
        }
        return rows;
    }

    /**
     * Returns the rows of a form or query: each value is the text of a JSON object, or a single one that of an array. Empty
     * values alone count as absent. Among others they stay: errors and answers name rows by their place.
     */
    private @Nullable JsonNode texts(InputPlan.Part part) {
        ArrayNode rows = Wire.INPUT.createArrayNode();
        if (part.annotation(JsonOnly.class) != null && (isGiven(part, query) || isGiven(part, form))) {
            addError(part.name(), ErrorCode.TYPE, "must be in a JSON body");
            return rows;
        }
        for (var given : List.of(query, form)) {
            for (String name : List.of(part.name(), part.name() + "[]")) {
                given.getOrDefault(name, List.of()).forEach(rows::add);
            }
        }
        if (rows.valueStream().allMatch(text -> text.stringValue().isEmpty())) {
            return null;
        }
        JsonNode only = rows.size() == 1 ? parseJsonText(rows.get(0)) : rows;
        return only.isArray() ? only : rows;
    }

    /** Parses a text as JSON; a text that is no JSON is returned as it is. */
    static JsonNode parseJsonText(JsonNode node) {
        if (!node.isString()) {
            return node;
        }
        try {
            return Wire.INPUT.readTree(node.stringValue());
        } catch (JacksonException | NumberFormatException malformed) {
            return node;
        }
    }

    /** Binds a record inside a JSON body; its constraints are checked together with those of the outer record. */
    private @Nullable Object bindRecord(InputPlan<?> plan, JsonNode node, String at) {
        if (!(node instanceof ObjectNode object)) {
            addError(at, ErrorCode.TYPE, "must be a JSON object");
            return null;
        }
        int before = errors.size();
        InputBinder inner = new InputBinder(RequestParameters.ofJson(object));
        @Nullable Object[] values = new @Nullable Object[plan.parts().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = inner.value(plan, plan.parts().get(i), object, null);
        }
        for (FieldError error : inner.errors) {
            addError(at + "." + error.field(), error.code(), error.message());
        }
        return errors.size() > before ? null : plan.construct(values);
    }

    private void addGivenTwiceError(String name) {
        addError(name, ErrorCode.GIVEN_TWICE, "is given twice, with different values");
    }

    private void addError(String name, ErrorCode code, String message) {
        errors.add(new FieldError(StorableText.forDisplay(name), code, message));
    }

    /**
     * Collects the value of one parameter from query and body, which must agree. An empty value counts as a value only
     * in records that can clear fields.
     */
    private final class ParameterValue {

        private final String name;
        private final boolean clears;
        private @Nullable Object value;
        private boolean present;
        private boolean failed;

        ParameterValue(String name, boolean clears) {
            this.name = name;
            this.clears = clears;
        }

        void add(Supplier<@Nullable Object> read) {
            try {
                Object next = read.get();
                if (next == null && !clears) {
                    return;
                }
                if (present && !failed && !Objects.equals(value, next)) {
                    failed = true;
                    addGivenTwiceError(name);
                }
                present = true;
                value = next;
            } catch (InvalidValueException wrong) {
                if (!failed) {
                    FieldError error = wrong.toFieldError(name);
                    addError(name, error.code(), error.message());
                }
                failed = true;
            }
        }
    }
}
