package encore.kernel.published;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.names.EventNames;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Returns the data of an event that customers receive: the components that carry the {@link PublishedValue} mark, as plain values
 * of JSON under names in snake_case. They contain nothing personal, so an event may be read without its personal fields.
 */
public final class PublishedData {

    /** The field of the fan that an event concerns. */
    public static final String FAN = "fan_id";

    /** The field of the names of the fields that a change left without a value. */
    private static final String CLEARED = "cleared";

    private static final Map<String, Class<? extends Event>> TYPES = readTypes();
    private static final Map<Class<?>, List<PublishedField>> FIELDS = new ConcurrentHashMap<>();
    private static final Map<Enum<?>, String> WORDS = new ConcurrentHashMap<>();

    private PublishedData() {}

    /** Returns the events of this build by type, the name that they have in the log, sorted. */
    public static Map<String, Class<? extends Event>> types() {
        return TYPES;
    }

    /** Returns the fields of one kind of event in the order in which {@link #of} returns them; empty for none. */
    public static List<PublishedField> fields(Class<?> event) {
        return FIELDS.computeIfAbsent(event, PublishedFieldReader::of);
    }

    /**
     * Checks the marks of an event.
     *
     * @throws IllegalStateException when a component is published that is personal or has no plain form
     */
    public static void check(Class<? extends Event> event) {
        fields(event);
    }

    /**
     * Returns the published fields of an event: each field of its type in order, null where it has no value; an
     * optional field is left out there. The values are
     * booleans, integers, decimals, texts, and lists of these or of such maps. Times are texts in ISO 8601.
     */
    public static SequencedMap<String, @Nullable Object> of(Event event) {
        List<PublishedField> fields = event.getClass().isRecord() ? fields(event.getClass()) : List.of();
        SequencedMap<String, @Nullable Object> data = of(event, fields);
        if (event instanceof Event.Change<?> change) {
            data.computeIfPresent(CLEARED, (name, cleared) -> cleared(change, fields));
        }
        return data;
    }

    /** Returns the names of the published fields that a change cleared. */
    private static List<String> cleared(Event.Change<?> change, List<PublishedField> fields) {
        Set<String> components = Set.copyOf(Objects.requireNonNullElse(change.cleared(), List.of()));
        return fields.stream()
                .filter(field -> field.path().size() > 1
                        && components.contains(field.path().get(1).getName()))
                .map(PublishedField::name)
                .toList();
    }

    private static SequencedMap<String, @Nullable Object> of(Object record, List<PublishedField> fields) {
        SequencedMap<String, @Nullable Object> data = new LinkedHashMap<>();
        fields.forEach(field -> {
            Object value = value(record, field);
            if (value != null || !field.isOptional()) {
                data.put(field.name(), value);
            }
        });
        return data;
    }

    private static @Nullable Object value(Object record, PublishedField field) {
        Object value = record;
        for (RecordComponent step : field.path()) {
            if (value != null) {
                value = read(value, step.getAccessor());
            }
        }
        if (!(value instanceof List<?> list)) {
            return plain(value);
        }
        List<@Nullable Object> plain = new ArrayList<>();
        list.forEach(each -> plain.add(row(each, field)));
        return Collections.unmodifiableList(plain);
    }

    private static @Nullable Object row(Object each, PublishedField field) {
        if (field.row().isEmpty()) {
            return plain(each);
        }
        return field.isRowOfObjects()
                ? of(each, field.row())
                : value(each, field.row().getFirst());
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Boolean flag -> flag;
            case BigDecimal decimal -> decimal.scale() < 0 ? decimal.setScale(0, RoundingMode.UNNECESSARY) : decimal;
            case Number number -> number;
            case Enum<?> choice -> word(choice);
            default -> value.toString();
        };
    }

    /** Returns the text that an enum has in the log and in answers. */
    private static String word(Enum<?> choice) {
        return WORDS.computeIfAbsent(choice, PublishedData::readWord);
    }

    private static String readWord(Enum<?> choice) {
        for (Method method : choice.getDeclaringClass().getMethods()) {
            if (method.isAnnotationPresent(JsonValue.class)) {
                return String.valueOf(read(choice, method));
            }
        }
        return choice.name().toLowerCase(Locale.ROOT);
    }

    private static @Nullable Object read(Object from, Method accessor) {
        try {
            accessor.setAccessible(true);
            return accessor.invoke(from);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException(accessor + " cannot be read", e);
        }
    }

    private static Map<String, Class<? extends Event>> readTypes() {
        Map<String, Class<? extends Event>> types = new TreeMap<>();
        MessageTypes.of(Event.class).forEach(event -> types.put(EventNames.of(event), event));
        return Collections.unmodifiableMap(types);
    }
}
