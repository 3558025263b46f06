package encore.kernel.published;

import encore.kernel.privacy.PersonalData;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the {@link PublishedValue} marks of a record, and refuses a mark on a value that is personal or has no plain form. */
final class PublishedFieldReader {

    /** Names of the fields that every event has in the {@code events} stream, or in a webhook. */
    private static final Set<String> RESERVED =
            Set.of("position", "type", "time", "time_iso", "stream", "command", "actor", "data", "timestamp");

    private static final Set<Class<?>> PLAIN = Set.of(
            boolean.class,
            Boolean.class,
            int.class,
            Integer.class,
            long.class,
            Long.class,
            double.class,
            Double.class,
            BigDecimal.class,
            String.class,
            UUID.class,
            Instant.class,
            LocalDate.class,
            LocalTime.class);

    private static final String ISO = "_iso";

    private final Set<Class<?>> path = new HashSet<>();

    private PublishedFieldReader() {}

    /** Returns the published fields of an event's record, in the order of its components. */
    static List<PublishedField> of(Class<?> event) {
        return new PublishedFieldReader().read(event, List.of(), false);
    }

    private List<PublishedField> read(Class<?> record, List<RecordComponent> before, boolean mayBeNull) {
        if (!path.add(record)) {
            throw new IllegalStateException(record.getName() + " contains itself and cannot be published");
        }
        List<PublishedField> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (RecordComponent component : record.getRecordComponents()) {
            PublishedValue mark = component.getAnnotation(PublishedValue.class);
            if (mark != null) {
                for (PublishedField field : read(component, mark, before, mayBeNull)) {
                    if (!names.add(field.name()) || RESERVED.contains(field.name())) {
                        throw refused(component, "is published as " + field.name() + ", which is another field's name");
                    }
                    fields.add(field);
                }
            }
        }
        path.remove(record);
        return fields;
    }

    private List<PublishedField> read(
            RecordComponent component, PublishedValue mark, List<RecordComponent> before, boolean mayBeNull) {
        if (component.isAnnotationPresent(PersonalData.class)) {
            throw refused(component, "is @PersonalData and cannot be @PublishedValue");
        }
        boolean nullable = mayBeNull || isNullable(component);
        List<RecordComponent> steps = new ArrayList<>(before);
        steps.add(component);
        Class<?> type = component.getType();
        if (type == List.class) {
            return List.of(list(component, mark, steps, nullable));
        }
        if (isPlain(type)) {
            return List.of(new PublishedField(
                    name(component, mark, type), type, false, nullable, mark.optional(), List.of(), steps));
        }
        List<PublishedField> inside = inside(component, type, steps, nullable);
        if (mark.value().isEmpty()) {
            return inside;
        }
        if (inside.size() > 1) {
            throw refused(component, "has several fields, and one name cannot be theirs");
        }
        PublishedField only = inside.getFirst();
        return List.of(new PublishedField(
                named(mark.value(), only.type()),
                only.type(),
                only.isList(),
                only.isNullable(),
                only.isOptional(),
                only.row(),
                only.path()));
    }

    private PublishedField list(
            RecordComponent component, PublishedValue mark, List<RecordComponent> steps, boolean nullable) {
        Type argument = component.getGenericType() instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[0]
                : Object.class;
        if (!(argument instanceof Class<?> type)) {
            throw refused(component, "has no plain form and cannot be @PublishedValue");
        }
        if (isPlain(type)) {
            return new PublishedField(name(component, mark, type), type, true, nullable, false, List.of(), steps);
        }
        List<PublishedField> row = inside(component, type, List.of(), false);
        PublishedField only = row.size() == 1 ? row.getFirst() : null;
        return only != null && !only.isList() && !only.isNullable()
                ? new PublishedField(name(component, mark, only.type()), only.type(), true, nullable, false, row, steps)
                : new PublishedField(name(component, mark, type), type, true, nullable, false, row, steps);
    }

    private List<PublishedField> inside(
            RecordComponent component, Class<?> type, List<RecordComponent> steps, boolean nullable) {
        if (!type.isRecord()) {
            throw refused(component, "has no plain form and cannot be @PublishedValue");
        }
        List<PublishedField> inside = read(type, steps, nullable);
        if (inside.isEmpty()) {
            throw refused(component, "is @PublishedValue, and no component of its record is");
        }
        return inside;
    }

    static boolean isPlain(Class<?> type) {
        return PLAIN.contains(type) || type.isEnum() || ZoneId.class.isAssignableFrom(type);
    }

    private static boolean isNullable(RecordComponent component) {
        return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    }

    private static String name(RecordComponent component, PublishedValue mark, Class<?> type) {
        String name = mark.value().isEmpty() ? snakeCase(component.getName()) : mark.value();
        return named(name, type);
    }

    private static String named(String name, Class<?> type) {
        return type == Instant.class && !name.endsWith(ISO) ? name + ISO : name;
    }

    static String snakeCase(String name) {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    private static IllegalStateException refused(RecordComponent component, String reason) {
        return new IllegalStateException(
                "%s.%s %s".formatted(component.getDeclaringRecord().getName(), component.getName(), reason));
    }
}
