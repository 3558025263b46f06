package encore.api.privacy;

import encore.kernel.paging.Page;
import encore.kernel.privacy.Contact;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes records with a value in each component. */
public final class SampleRecords {

    public static final String TEXT = "Ada Lovelace";
    public static final double DEGREES = 52.52;
    public static final LocalDate DAY = LocalDate.of(1815, 12, 10);

    /** The values of contacts, and of components without a mark. */
    private record Values(String text, double number, LocalDate day) {}

    private static final Values CONTACTS = new Values(TEXT, DEGREES, DAY);
    private static final Values PLAIN = new Values("plain", 1.5, LocalDate.of(2026, 1, 2));

    /** The values of components without a mark. */
    private final Values unmarked;

    private SampleRecords(Values unmarked) {
        this.unmarked = unmarked;
    }

    /** Returns a record whose texts are all {@link #TEXT}, its fractions {@link #DEGREES} and its days {@link #DAY}. */
    public static <T extends Record> T of(Class<T> record) {
        return record.cast(new SampleRecords(CONTACTS).record(record));
    }

    /** Returns a value, in which these stand at components with a mark alone. */
    public static @Nullable Object withContactsWhereMarked(ResolvableType type) {
        Class<?> raw = type.toClass();
        if (!type.hasGenerics()) {
            return new SampleRecords(PLAIN).value(raw, PLAIN);
        }
        return raw == Map.class ? Map.of() : inside(raw, withContactsWhereMarked(type.getGeneric(0)));
    }

    private Object record(Class<?> record) {
        RecordComponent[] components = record.getRecordComponents();
        Object[] values = Arrays.stream(components)
                .map(component -> value(
                        component.getGenericType(), component.isAnnotationPresent(Contact.class) ? CONTACTS : unmarked))
                .toArray();
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException wrong) {
            throw new IllegalStateException("No sample of " + record, wrong);
        }
    }

    private @Nullable Object value(Type type, Values values) {
        if (type instanceof ParameterizedType generic) {
            return generic(generic, values);
        }
        Class<?> plain = (Class<?>) type;
        if (TreeNode.class.isAssignableFrom(plain)) {
            return JsonMapper.shared().createObjectNode().put("said", values.text());
        }
        if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        }
        if (plain.isRecord()) {
            return record(plain);
        }
        if (plain.isSealed()) {
            return value(plain.getPermittedSubclasses()[0], values);
        }
        return switch (plain.getSimpleName()) {
            case "String" -> values.text();
            case "long", "Long" -> 7L;
            case "int", "Integer" -> 7;
            case "boolean", "Boolean" -> true;
            case "double", "Double" -> values.number();
            case "BigDecimal" -> new BigDecimal("7.5");
            case "Instant" -> Instant.EPOCH;
            case "LocalDate" -> values.day();
            case "LocalTime" -> LocalTime.NOON;
            case "ZoneId" -> ZoneOffset.UTC;
            case "UUID" -> new UUID(1, 2);
            default -> null;
        };
    }

    private Object generic(ParameterizedType type, Values values) {
        return type.getRawType() == Map.class
                ? Map.of()
                : inside(type.getRawType(), value(type.getActualTypeArguments()[0], values));
    }

    private static Object inside(Type list, @Nullable Object value) {
        List<Object> values = value == null ? List.of() : List.of(value);
        return list == Page.class ? new Page<>(values, null, null, false, 9) : values;
    }
}
