package encore.query;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.privacy.PersonalData;
import encore.kernel.quests.DayOrTime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events of every type that the catalogue names, made by their components' types: a later feature's are among them by
 * themselves. Ids are few, so that events meet on the same documents. Some end their stream, and nothing follows there,
 * nor of whom they erase. What is personal is of one subject alone, as claims see to it.
 */
final class RandomEvents {

    private static final int TRIES = 100;

    /** Of so many times that an end's turn would come, it comes once. */
    private static final int SELDOM = 20;

    private final Random random;
    private final List<Class<? extends Event>> types;
    private final Set<String> ended = new HashSet<>();

    /** How often an end's turn came since it last came itself, so that each end comes, however many types there are. */
    private final Map<Class<?>, Integer> turns = new HashMap<>();

    RandomEvents(long seed) {
        random = new Random(seed);
        var catalogue = EventCatalogue.load();
        types = catalogue.types().stream()
                .sorted()
                .<Class<? extends Event>>map(name -> Objects.requireNonNull(catalogue.find(name)))
                .toList();
    }

    List<Class<? extends Event>> types() {
        return types;
    }

    /** One of those that stand first in their catalogue: mostly they begin what others change. */
    Event opening() {
        Event event = next();
        while (!isFirst(event.getClass())) {
            event = next();
        }
        return event;
    }

    private static boolean isFirst(Class<?> type) {
        return Arrays.stream(type.getInterfaces())
                .anyMatch(parent -> parent.isSealed() && parent.getPermittedSubclasses()[0] == type);
    }

    Event next() {
        while (true) {
            Class<? extends Event> type = types.get(random.nextInt(types.size()));
            boolean ends = Event.FinalEvent.class.isAssignableFrom(type);
            if (!ends || turns.merge(type, 1, Integer::sum) >= SELDOM) {
                Event event = (Event) record(type);
                String stream = stream(event);
                String subject = String.valueOf(event.subject());
                if (!ended.contains(stream) && !ended.contains(subject)) {
                    if (ends) {
                        turns.remove(type);
                        ended.addAll(event.subject() == null ? List.of(stream) : List.of(stream, subject));
                    }
                    return (Event) personal(event, value -> value instanceof String text ? text + subject : value);
                }
            }
        }
    }

    /** An event as the log has it when its subject was erased. */
    static Event forgotten(Event event) {
        return (Event) personal(event, value -> null);
    }

    /** The same with other personal components, at any depth. */
    private static Object personal(Object value, Function<Object, @Nullable Object> change) {
        if (value instanceof List<?> list) {
            return list.stream().map(one -> personal(one, change)).toList();
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> changed = new LinkedHashMap<>();
            map.forEach((key, one) -> changed.put(key, personal(one, change)));
            return changed;
        }
        if (!value.getClass().isRecord()) {
            return value;
        }
        RecordComponent[] components = value.getClass().getRecordComponents();
        Object[] changed = new Object[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                components[i].getAccessor().setAccessible(true);
                Object one = components[i].getAccessor().invoke(value);
                boolean personal = components[i].isAnnotationPresent(PersonalData.class)
                        || components[i].getAccessor().isAnnotationPresent(PersonalData.class);
                changed[i] = one == null ? null : personal ? change.apply(one) : personal(one, change);
            }
            var constructor = value.getClass()
                    .getDeclaredConstructor(Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor.newInstance(changed);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The stream that the event would stand in: named by its first id. */
    static String stream(Event event) {
        return Arrays.stream(event.getClass().getRecordComponents())
                .filter(component -> StreamId.class.isAssignableFrom(component.getType()))
                .findFirst()
                .map(component -> {
                    try {
                        component.getAccessor().setAccessible(true);
                        return component.getAccessor().invoke(event).toString();
                    } catch (ReflectiveOperationException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .orElseThrow(() -> new IllegalStateException("No id in " + event.getClass()));
    }

    private Object record(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] raw = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        for (int i = 0; i < TRIES; i++) {
            try {
                var constructor = type.getDeclaredConstructor(raw);
                constructor.setAccessible(true);
                return constructor.newInstance(
                        Arrays.stream(components).map(this::component).toArray());
            } catch (InvocationTargetException refused) {
                // A record may have rules of its own: two different fans, say.
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        throw new IllegalStateException("No luck with " + type);
    }

    private @Nullable Object component(RecordComponent component) {
        boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        return nullable && random.nextInt(3) == 0 ? null : value(component.getName(), component.getGenericType());
    }

    private Object value(String name, Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] arguments = generic.getActualTypeArguments();
            if (generic.getRawType() == Map.class) {
                Map<Object, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    map.put(value(name, arguments[0]), value(name, arguments[1]));
                }
                return map;
            }
            List<Object> list = new ArrayList<>();
            for (int i = random.nextInt(3); i > 0; i--) {
                list.add(value(name, arguments[0]));
            }
            return list;
        }
        Class<?> raw = (Class<?>) type;
        if (raw == long.class || raw == Long.class) {
            return name.equals("account") ? 1L + random.nextInt(2) : 1L + random.nextInt(30);
        }
        if (raw == int.class || raw == Integer.class) {
            return 1 + random.nextInt(100);
        }
        if (raw == double.class || raw == Double.class) {
            return random.nextInt(-80, 80) + 0.5;
        }
        if (raw == boolean.class || raw == Boolean.class) {
            return random.nextBoolean();
        }
        if (raw == String.class) {
            return name.substring(0, Math.min(3, name.length())) + random.nextInt(6);
        }
        if (raw == Instant.class) {
            return Instant.ofEpochSecond(1_700_000_000L + random.nextInt(100_000));
        }
        if (raw == DayOrTime.class) {
            return DayOrTime.parse("2026-03-1" + random.nextInt(10));
        }
        if (raw == LocalDate.class) {
            return LocalDate.of(1990, 1, 1).plusDays(random.nextInt(9_000));
        }
        if (raw == BigDecimal.class) {
            return BigDecimal.valueOf(random.nextInt(10_000), 2);
        }
        if (raw == LocalTime.class) {
            return LocalTime.ofSecondOfDay(random.nextInt(86_400));
        }
        if (raw == ZoneId.class) {
            return ZoneId.of(random.nextBoolean() ? "Europe/Vienna" : "America/New_York");
        }
        if (raw == UUID.class) {
            return new UUID(random.nextLong(9), random.nextLong(9));
        }
        if (raw == JsonNode.class || raw == ObjectNode.class) {
            return JsonNodeFactory.instance.objectNode().put("a", random.nextInt(9));
        }
        if (raw.isEnum()) {
            return raw.getEnumConstants()[random.nextInt(raw.getEnumConstants().length)];
        }
        if (raw.isRecord()) {
            return record(raw);
        }
        throw new IllegalStateException("Say how a " + type + " is made, for " + name);
    }
}
