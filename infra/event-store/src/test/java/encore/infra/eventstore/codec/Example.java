package encore.infra.eventstore.codec;

import encore.kernel.quests.DayOrTime;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Fills records with something in every component. */
final class Example {

    private Example() {}

    static <T> T of(Class<T> record) {
        try {
            RecordComponent[] components = record.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<T> constructor = record.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            Object[] values = new Object[components.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = value(components[i].getGenericType(), components[i].getName());
            }
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Write the sample of " + record + " by hand", e);
        }
    }

    private static Object value(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            Object content = value(arguments[arguments.length - 1], name);
            Class<?> raw = (Class<?>) generic.getRawType();
            if (Map.class.isAssignableFrom(raw)) {
                return Map.of("key", content);
            }
            return Set.class.isAssignableFrom(raw) ? Set.of(content) : List.of(content);
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return plain.getEnumConstants()[0];
        }
        if (plain == DayOrTime.class) {
            return DayOrTime.parse("2026-05-01");
        }
        if (plain.isRecord()) {
            return of(plain);
        }
        if (plain == ZoneId.class) {
            return ZoneId.of("Europe/Vienna");
        }
        if (plain.isSealed()) {
            return value(plain.getPermittedSubclasses()[0], name);
        }
        return switch (plain.getSimpleName()) {
            case "String" -> name;
            case "long", "Long" -> 42L;
            case "int", "Integer" -> 7;
            case "double", "Double" -> 1.5;
            case "boolean", "Boolean" -> true;
            case "BigDecimal" -> new BigDecimal("12.50");
            case "Instant" -> Instant.parse("2026-03-01T12:00:00Z");
            case "LocalDate" -> LocalDate.parse("1997-05-01");
            case "LocalTime" -> LocalTime.parse("20:15");
            case "UUID" -> UUID.fromString("0192f3c1-0000-7000-8000-000000000000");
            case "JsonNode", "ObjectNode" -> EventJson.mapper().readTree("{\"a\":[1,2.50]}");
            default -> throw new IllegalStateException("No example of " + type);
        };
    }
}
