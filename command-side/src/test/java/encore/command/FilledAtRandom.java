package encore.command;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.quests.DayOrTime;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Commands of an aggregate, their components filled from small pools; ids are always the same. */
final class FilledAtRandom implements RandomCommands {

    private static final List<String> WORDS = List.of("a", "b", "c", "fan", "vip");

    private final Class<?> aggregate;
    private final List<Class<?>> commands;
    private final Map<Class<?>, Object> ids = new HashMap<>();
    private final List<Long> numbers = new ArrayList<>();
    private @Nullable StreamId stream;

    FilledAtRandom(Class<?> aggregate) {
        this.aggregate = aggregate;
        this.commands = Arrays.stream(aggregate.getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(CommandHandler.class))
                .<Class<?>>map(method -> method.getParameterTypes()[0])
                .sorted((one, other) -> one.getName().compareTo(other.getName()))
                .toList();
    }

    @Override
    public Class<?> aggregate() {
        return aggregate;
    }

    @Override
    public Command<?> next(Random random) {
        for (int tries = 0; tries < 1_000; tries++) {
            Command<?> command = (Command<?>) record(commands.get(random.nextInt(commands.size())), random);
            if (command != null && (stream == null || stream.equals(command.stream()))) {
                stream = command.stream();
                return command;
            }
        }
        throw new AssertionError("Give " + aggregate + " its own RandomCommands");
    }

    private @Nullable Object record(Class<?> type, Random random) {
        return record(type, type, random);
    }

    /** @param of what a component is whose type is a parameter */
    private @Nullable Object record(Class<?> type, Type of, Random random) {
        boolean id = StreamId.class.isAssignableFrom(type);
        if (id && ids.containsKey(type)) {
            return ids.get(type);
        }
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            boolean absent =
                    components[i].getAnnotatedType().isAnnotationPresent(Nullable.class) && random.nextInt(4) == 0;
            Type content = components[i].getGenericType();
            values[i] = absent ? null : value(content instanceof TypeVariable<?> ? of : content, random);
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            Object made = constructor.newInstance(values);
            if (id) {
                ids.put(type, made);
                Arrays.stream(values).filter(Long.class::isInstance).forEach(value -> numbers.add((Long) value));
            }
            return made;
        } catch (InvocationTargetException invalid) {
            return null;
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private @Nullable Object patch(Class<?> type, Random random) {
        Record given = (Record) record(type, random);
        return given == null ? null : Patch.of(given);
    }

    /** Often one that an id holds: rules ask who is meant. */
    private long number(Random random) {
        return numbers.isEmpty() || random.nextBoolean()
                ? random.nextLong(-3, 100)
                : numbers.get(random.nextInt(numbers.size()));
    }

    private @Nullable Object value(Type type, Random random) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            List<Object> content = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                content.add(value(arguments[arguments.length - 1], random));
            }
            Class<?> raw = (Class<?>) generic.getRawType();
            if (raw == Patch.class) {
                return patch((Class<?>) arguments[0], random);
            }
            if (raw.isRecord()) {
                return record(raw, arguments[0], random);
            }
            if (Map.class.isAssignableFrom(raw)) {
                Object key = arguments[0] == String.class ? "a" : value(arguments[0], random);
                return content.isEmpty() ? Map.of() : Map.of(key, content.getFirst());
            }
            return Set.class.isAssignableFrom(raw) ? Set.copyOf(content) : content;
        }
        Class<?> plain = (Class<?>) type;
        if (plain.isEnum()) {
            return plain.getEnumConstants()[random.nextInt(plain.getEnumConstants().length)];
        }
        if (plain == DayOrTime.class) {
            return DayOrTime.parse("2026-03-1" + random.nextInt(10));
        }
        if (plain.isRecord()) {
            return record(plain, random);
        }
        if (plain.isSealed() && plain != ZoneId.class) {
            return value(plain.getPermittedSubclasses()[random.nextInt(plain.getPermittedSubclasses().length)], random);
        }
        return switch (plain.getSimpleName()) {
            case "String" -> WORDS.get(random.nextInt(WORDS.size()));
            case "long", "Long" -> number(random);
            case "int", "Integer" -> random.nextInt(-3, 100);
            case "double", "Double" -> random.nextInt(100) / 4.0;
            case "boolean", "Boolean" -> random.nextBoolean();
            case "BigDecimal" -> BigDecimal.valueOf(random.nextInt(10_000), 2);
            case "Instant" -> Instant.ofEpochSecond(random.nextInt(1_000_000));
            case "LocalDate" -> LocalDate.ofEpochDay(random.nextInt(10_000));
            case "LocalTime" -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case "ZoneId" -> ZoneId.of(random.nextBoolean() ? "Europe/Vienna" : "America/New_York");
            case "UUID" -> new UUID(random.nextLong(9), random.nextLong(9));
            case "JsonNode", "ObjectNode" -> JsonMapper.shared().readTree("{\"a\":" + random.nextInt(9) + "}");
            default -> throw new AssertionError("Nothing at random for " + type);
        };
    }
}
