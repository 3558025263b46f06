package encore.infra.backend.peer;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Values of any type of the language, filled at random. */
final class AtRandom {

    private final Random random;

    AtRandom(long seed) {
        random = new Random(seed);
    }

    /** A value of that type; records that do not take what chance gave them are tried again. */
    Object value(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (List.class.isAssignableFrom(raw)) {
            return many(type.getContentType());
        }
        if (Set.class.isAssignableFrom(raw)) {
            return Set.copyOf(many(type.getContentType()));
        }
        if (Map.class.isAssignableFrom(raw)) {
            return Map.of(value(type.getKeyType()), value(type.getContentType()));
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        }
        if (raw.isRecord()) {
            return record(type);
        }
        if (raw.isSealed() && raw != ZoneId.class) {
            Class<?>[] permitted = raw.getPermittedSubclasses();
            return value(Cbor.MAPPER.constructType(permitted[random.nextInt(permitted.length)]));
        }
        return switch (raw.getSimpleName()) {
            case "String" -> List.of("", "a", "Zoë", "1", "2025-01-01").get(random.nextInt(5));
            case "long", "Long" -> random.nextLong(1L << 53);
            case "int", "Integer" -> random.nextInt(1_000);
            case "double", "Double" -> random.nextDouble();
            case "boolean", "Boolean" -> random.nextBoolean();
            case "BigDecimal" -> BigDecimal.valueOf(random.nextInt(10_000), 2);
            case "Instant" -> Instant.ofEpochSecond(random.nextInt(2_000_000_000), random.nextInt(1_000_000_000));
            case "LocalDate" -> LocalDate.ofEpochDay(random.nextInt(30_000));
            case "LocalDateTime" ->
                LocalDateTime.of(
                        2026, 1 + random.nextInt(12), 1 + random.nextInt(28), random.nextInt(24), random.nextInt(60));
            case "LocalTime" -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case "ZoneId" -> ZoneId.of(random.nextBoolean() ? "Europe/Vienna" : "America/New_York");
            case "UUID" -> new UUID(random.nextLong(), random.nextLong());
            case "JsonNode", "ObjectNode" -> node();
            case "byte[]" -> new byte[] {1, 2, 3};
            default -> throw new AssertionError("Nothing at random for " + type);
        };
    }

    private static JsonNode node() {
        return JsonMapper.shared().readTree("{\"a\":1,\"b\":[true,null,\"x\"],\"c\":{\"d\":0.5}}");
    }

    private List<Object> many(JavaType content) {
        List<Object> many = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            many.add(value(content));
        }
        return many;
    }

    private Object record(JavaType type) {
        for (int tries = 0; tries < 100; tries++) {
            Object made = tried(type);
            if (made != null) {
                return made;
            }
        }
        throw new AssertionError("Chance makes no " + type);
    }

    private @Nullable Object tried(JavaType type) {
        RecordComponent[] components = type.getRawClass().getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            boolean absent =
                    components[i].getAnnotatedType().isAnnotationPresent(Nullable.class) && random.nextInt(3) == 0;
            values[i] = absent
                    ? null
                    : value(Cbor.MAPPER
                            .getTypeFactory()
                            .resolveMemberType(components[i].getGenericType(), type.getBindings()));
        }
        try {
            Constructor<?> constructor = type.getRawClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
