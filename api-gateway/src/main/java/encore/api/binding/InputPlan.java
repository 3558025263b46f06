package encore.api.binding;

import encore.api.input.ClearedComponents;
import encore.api.input.Format;
import encore.api.input.Prefixed;
import encore.api.input.TextLimits;
import encore.api.problems.Problem;
import encore.api.wire.JsonType;
import encore.api.wire.ValueType;
import encore.api.wire.Wire;
import encore.kernel.privacy.Contact;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Describes how an input record is filled. It is made once for each record class, so that a call needs no reflection.
 */
public final class InputPlan<T> {

    /** The most values of a list for which the contract states no bound. */
    static final int LIST_LIMIT = 1_000;

    private static final int ROWS_OF_A_CALL = 10;
    private static final int ROWS_OF_AN_IMPORTING_CALL = 100;

    /** The parameters that are names, and codes that we make: space around them is cut off, since they are compared. */
    private static final Pattern NAMES = Pattern.compile("(^|_)(name|names|title|label)$|^pass_code$");

    /** The parameters that scanners and exports of other systems write. */
    private static final Set<String> KEYS =
            Set.of("barcode", "lookup_id", "purchase_key", "registration_key", "source_key", "ticket_key");

    private static final String ORDER_KEY = "order_key";

    private static final String PASSWORD = "password";

    private static final ClassValue<InputPlan<?>> PLANS = new ClassValue<>() {
        @Override
        protected InputPlan<?> computeValue(Class<?> type) {
            return new InputPlan<>(type);
        }
    };

    /** The kinds of components. */
    enum Kind {
        ONE,
        MANY,
        FAMILY,
        RECORD,
        RECORDS,
        CLEARED
    }

    /**
     * One component.
     *
     * @param type the type of its values; null for records
     * @param records the plan of the records in it
     * @param prefix the common prefix of a family's names
     * @param numbered whether a family's keys are numbers
     */
    record Part(
            String name,
            Kind kind,
            @Nullable ValueType type,
            @Nullable InputPlan<?> records,
            String prefix,
            boolean numbered,
            boolean required,
            RecordComponent component) {

        /** Returns whether it is the list of rows of an import. */
        boolean isOfUncheckedRows() {
            return type instanceof JsonType.UncheckedRow;
        }

        /** Returns the most values that a list may have. */
        int maxValues() {
            Size size = annotation(Size.class);
            return size == null || size.max() == Integer.MAX_VALUE ? LIST_LIMIT : size.max();
        }

        <A extends Annotation> @Nullable A annotation(Class<A> kind) {
            return InputPlan.annotation(component, kind);
        }

        /** Returns the annotation on the component's value, or on each value of a list. */
        <A extends Annotation> @Nullable A valueAnnotation(Class<A> constraint) {
            return kind == Kind.MANY ? ofElement(component, constraint) : annotation(constraint);
        }
    }

    private final Class<T> record;
    private final List<Part> parts;
    private final Set<String> names = new LinkedHashSet<>();
    private final boolean clears;
    private final MethodHandle constructor;

    /** The accessors of the lists of records. */
    private final List<Method> rowLists = new ArrayList<>();

    private InputPlan(Class<T> record) {
        if (!record.isRecord()) {
            throw new IllegalArgumentException("An input must be a record; this is none: " + record.getName());
        }
        this.record = record;
        RecordComponent[] components = record.getRecordComponents();
        this.parts = Arrays.stream(components).map(InputPlan::part).toList();
        for (Part part : parts) {
            if (part.kind() != Kind.FAMILY && part.kind() != Kind.CLEARED) {
                names.add(part.name());
            }
            if (part.kind() == Kind.RECORDS || part.isOfUncheckedRows()) {
                Method accessor = part.component().getAccessor();
                accessor.setAccessible(true);
                rowLists.add(accessor);
            }
        }
        int cleared =
                Arrays.stream(components).map(RecordComponent::getType).toList().indexOf(ClearedComponents.class);
        if (cleared >= 0 && cleared < components.length - 1) {
            throw new IllegalArgumentException("The list of cleared components must come last in " + record.getName());
        }
        this.clears = cleared >= 0;
        this.constructor = constructor(record, components);
    }

    @SuppressWarnings("unchecked") // PLANS files each plan under its own class.
    public static <T> InputPlan<T> of(Class<T> record) {
        return (InputPlan<T>) PLANS.get(record);
    }

    /**
     * Fills the record; throws a {@link Problem} that names every wrong parameter.
     *
     * @param path the path's variables, which win over query and body
     */
    public T bind(RequestParameters parameters, Map<String, String> path) {
        return new InputBinder(parameters).bind(this, path);
    }

    T construct(@Nullable Object[] values) {
        try {
            return record.cast(constructor.invokeExact(values));
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }

    Class<T> record() {
        return record;
    }

    List<Part> parts() {
        return parts;
    }

    /** Whether the input has lists of records: a bulk call. */
    public boolean hasRows() {
        return !rowLists.isEmpty();
    }

    /** Returns how many rows count as one call: those of an import are many, and bring history. */
    public int rowsOfACall() {
        return parts.stream().anyMatch(Part::isOfUncheckedRows) ? ROWS_OF_AN_IMPORTING_CALL : ROWS_OF_A_CALL;
    }

    /** Returns the number of records in the lists of a bound input. */
    public int rows(Object input) {
        int rows = 0;
        for (Method list : rowLists) {
            try {
                rows += list.invoke(input) instanceof List<?> records ? records.size() : 0;
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return rows;
    }

    /** Whether an empty value clears the field that it names. In other records it counts as absent. */
    boolean clears() {
        return clears;
    }

    boolean declares(String name) {
        return names.contains(name);
    }

    /** Whether it has a component for a parameter, be it one of a family. */
    public boolean takes(String name) {
        return declares(name)
                || parts.stream().anyMatch(part -> part.kind() == Kind.FAMILY && name.startsWith(part.prefix()));
    }

    /**
     * Refuses parameters that tell how a fan is reached, or ask for it, whatever their values are.
     *
     * @param path the path's variables
     * @throws Problem a 403 that names each of them
     */
    public static void refuseContacts(
            List<InputPlan<?>> plans, RequestParameters parameters, Map<String, String> path) {
        Set<String> found = new LinkedHashSet<>();
        ObjectNode given = Wire.INPUT.createObjectNode();
        for (Map<String, List<String>> place : List.of(parameters.query(), parameters.form())) {
            place.forEach((name, texts) -> texts.forEach(given.withArrayProperty(name)::add));
        }
        path.forEach(given::put);
        for (InputPlan<?> plan : plans) {
            plan.addContacts(given, "", found);
            if (parameters.json() != null) {
                plan.addContacts(parameters.json(), "", found);
            }
        }
        if (!found.isEmpty()) {
            throw Problem.contactsNeeded(found);
        }
    }

    /** Adds the names of contacts in an object of parameters, or in rows of which the input has a list. */
    private void addContacts(JsonNode given, String under, Set<String> found) {
        if (given.isArray()) {
            parts.stream()
                    .filter(part -> part.kind() == Kind.RECORDS)
                    .forEach(part -> addContacts(part, given, under + part.name(), found));
        }
        for (var property : given.properties()) {
            parts.stream()
                    .filter(part -> takes(part, property.getKey()))
                    .forEach(part -> addContacts(part, property.getValue(), under + property.getKey(), found));
        }
    }

    private void addContacts(Part part, JsonNode value, String name, Set<String> found) {
        InputPlan<?> records = part.records();
        if (part.annotation(Contact.class) != null) {
            if (clears || !isEmpty(value)) {
                found.add(name);
            }
        } else if (records != null) {
            records.addContactsOfRows(value, name, found);
        }
    }

    /** Adds the names of contacts in a record, or in rows. In a form each is the text of its JSON. */
    private void addContactsOfRows(JsonNode value, String name, Set<String> found) {
        JsonNode given = InputBinder.parseJsonText(value);
        JsonNode only = given.isArray() && given.size() == 1 ? InputBinder.parseJsonText(given.get(0)) : given;
        JsonNode rows = only.isArray() ? only : given;
        if (!rows.isArray()) {
            addContacts(rows, name + ".", found);
            return;
        }
        int index = 0;
        for (JsonNode row : rows) {
            addContacts(InputBinder.parseJsonText(row), name + "[" + index++ + "].", found);
        }
    }

    private boolean takes(Part part, String name) {
        return part.kind() == Kind.FAMILY
                ? name.startsWith(part.prefix()) && !declares(name)
                : name.equals(part.name()) || name.equals(part.name() + "[]");
    }

    /** Whether a value counts as absent: null, an empty text, or a list of nothing else. */
    private static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || value.isString() && value.stringValue().isEmpty()
                || value.isArray() && value.valueStream().allMatch(InputPlan::isEmpty);
    }

    private static Part part(RecordComponent component) {
        String name = Wire.name(component.getName());
        boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        Size size = annotation(component, Size.class);
        int maxLength = size == null || size.max() == Integer.MAX_VALUE ? TextLimits.of(name) : size.max();
        Class<?> raw = component.getType();
        Prefixed prefixed = component.getAnnotation(Prefixed.class);
        if (prefixed != null) {
            return new Part(
                    prefixed.value(),
                    Kind.FAMILY,
                    requireValueType(argument(component, 1), TextLimits.OTHER_TEXT, component),
                    null,
                    prefixed.value(),
                    argument(component, 0) == Long.class,
                    false,
                    component);
        }
        if (raw == List.class) {
            Class<?> inner = argument(component, 0);
            return inner.isRecord() && ValueType.of(inner, TextLimits.OTHER_TEXT) == null
                    ? new Part(name, Kind.RECORDS, null, of(inner), "", false, false, component)
                    : new Part(
                            name,
                            Kind.MANY,
                            requireValueType(inner, elementLength(component), component),
                            null,
                            "",
                            false,
                            false,
                            component);
        }
        if (raw == ClearedComponents.class) {
            return new Part(name, Kind.CLEARED, null, null, "", false, false, component);
        }
        if (raw.isRecord() && ValueType.of(raw, maxLength) == null) {
            return new Part(name, Kind.RECORD, null, of(raw), "", false, !nullable, component);
        }
        return new Part(
                name, Kind.ONE, requireValueType(raw, maxLength, component), null, "", false, !nullable, component);
    }

    /** Returns the most characters of each text of a list: {@code List<@Size(max = 256) String>}. */
    private static int elementLength(RecordComponent component) {
        Size size = ofElement(component, Size.class);
        return size == null ? TextLimits.OTHER_TEXT : size.max();
    }

    private static <A extends Annotation> @Nullable A ofElement(RecordComponent component, Class<A> constraint) {
        return component.getAnnotatedType() instanceof AnnotatedParameterizedType list
                ? list.getAnnotatedActualTypeArguments()[0].getAnnotation(constraint)
                : null;
    }

    /**
     * Finds an annotation. Constraints cannot stand on components themselves: the compiler puts them on the accessor.
     */
    private static <A extends Annotation> @Nullable A annotation(RecordComponent component, Class<A> kind) {
        A own = component.getAnnotation(kind);
        return own != null ? own : component.getAccessor().getAnnotation(kind);
    }

    private static ValueType requireValueType(Class<?> type, int maxLength, RecordComponent component) {
        ValueType known = ValueType.of(type, maxLength, textKind(component));
        if (known == null) {
            throw new IllegalArgumentException("An input cannot have a " + type.getSimpleName() + ": " + component);
        }
        return known;
    }

    private static ValueType.TextKind textKind(RecordComponent component) {
        Format format = component.getAnnotation(Format.class);
        if (format != null && format.value().equals(Format.PHONE)) {
            return ValueType.TextKind.PHONE;
        }
        String name = Wire.name(component.getName());
        if (name.equals(PASSWORD)) {
            return ValueType.TextKind.PASSWORD;
        }
        if (KEYS.contains(name)) {
            return ValueType.TextKind.KEY;
        }
        if (name.equals(ORDER_KEY)) {
            return ValueType.TextKind.ORDER_KEY;
        }
        return NAMES.matcher(name).find() ? ValueType.TextKind.NAME : ValueType.TextKind.PLAIN;
    }

    private static Class<?> argument(RecordComponent component, int index) {
        Type type = component.getGenericType();
        if (type instanceof ParameterizedType generic
                && generic.getActualTypeArguments()[index] instanceof Class<?> argument) {
            return argument;
        }
        throw new IllegalArgumentException("The element type of an input must be a class: " + component);
    }

    private static MethodHandle constructor(Class<?> record, RecordComponent[] components) {
        try {
            MethodType type = MethodType.methodType(
                    void.class,
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return MethodHandles.privateLookupIn(record, MethodHandles.lookup())
                    .findConstructor(record, type)
                    .asSpreader(Object[].class, components.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
