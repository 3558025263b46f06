package encore.kernel;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prints and parses the ids of one record type by two method handles that are made once; see {@link StreamId}. The printer
 * is a concatenation like those of the compiler, since each command prints ids several times.
 */
final class StreamNames {

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private static final ClassValue<StreamNames> BY_TYPE = new ClassValue<>() {
        @Override
        protected StreamNames computeValue(Class<?> type) {
            try {
                return new StreamNames(type);
            } catch (ReflectiveOperationException | StringConcatException e) {
                throw new IllegalStateException(type.getName() + " is no id of streams", e);
            }
        }
    };

    private final Class<?> type;

    /** The kinds with the constants of the first component. If that is no enum, the only kind has itself. */
    private final Map<String, Object> kinds = new HashMap<>();

    private final boolean isLastOptional;
    private final int parts;
    private final MethodHandle printer;

    /** Made at first use: most processes parse few types of ids. */
    private volatile @Nullable MethodHandle parser;

    private StreamNames(Class<?> type) throws ReflectiveOperationException, StringConcatException {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        Class<?> first = components[0].getType();
        isLastOptional = components[components.length - 1].getAnnotatedType().isAnnotationPresent(Nullable.class);
        List<MethodHandle> values = values(MethodHandles.identity(type));
        if (first.isEnum()) {
            Map<Object, String> texts = new HashMap<>();
            for (Object constant : first.getEnumConstants()) {
                String kind = kind(first.getField(((Enum<?>) constant).name()));
                kinds.put(kind, constant);
                texts.put(constant, kind);
            }
            values.set(0, MethodHandles.filterReturnValue(values.getFirst(), lookUp(texts, first, String.class)));
            parts = values.size();
            printer = printer("", values);
        } else {
            String kind = kind(type);
            kinds.put(kind, kind);
            parts = values.size() + 1;
            printer = printer(kind + ".", values);
        }
    }

    static StreamNames of(Class<?> type) {
        return BY_TYPE.get(type);
    }

    String print(StreamId id) {
        try {
            return (String) printer.invokeExact(id);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    Object parse(String text) {
        // Earlier builds took dots in the last part of these ids, and of no others.
        boolean takesRest = isLastOptional || kinds.size() > 1;
        String[] found = text.split("\\.", takesRest ? parts : -1);
        if (isLastOptional && found.length == parts - 1) {
            found = Arrays.copyOf(found, parts);
        }
        if (found.length != parts || !kinds.containsKey(found[0])) {
            throw new IllegalArgumentException("Not a " + String.join(" or ", kinds.keySet()) + " id");
        }
        try {
            return (Object) parser().invokeExact(found);
        } catch (Throwable e) {
            throw unchecked(e);
        }
    }

    boolean isKindOf(String stream) {
        int dot = stream.indexOf('.');
        return dot > 0 && kinds.containsKey(stream.substring(0, dot));
    }

    private static String kind(AnnotatedElement kinded) {
        return Objects.requireNonNull(kinded.getAnnotation(StreamId.Kind.class), () -> "No kind of " + kinded)
                .value();
    }

    private static MethodHandle lookUp(Map<?, ?> map, Class<?> key, Class<?> value)
            throws ReflectiveOperationException {
        return LOOKUP.bind(map, "get", methodType(Object.class, Object.class)).asType(methodType(value, key));
    }

    /** Returns a handle for each component, and in place of an id the handles for its own components. */
    private static List<MethodHandle> values(MethodHandle record) throws ReflectiveOperationException {
        List<MethodHandle> values = new ArrayList<>();
        for (RecordComponent component : record.type().returnType().getRecordComponents()) {
            MethodHandle value = MethodHandles.filterReturnValue(record, LOOKUP.unreflect(component.getAccessor()));
            if (component.getType().isRecord()) {
                values.addAll(values(value));
            } else {
                values.add(value);
            }
        }
        return values;
    }

    private MethodHandle printer(String start, List<MethodHandle> values)
            throws ReflectiveOperationException, StringConcatException {
        // \1 stands for a value.
        String recipe = start + "\1" + ".\1".repeat(values.size() - 1);
        if (isLastOptional) {
            MethodHandle afterDot =
                    LOOKUP.findStatic(StreamNames.class, "afterDot", methodType(String.class, String.class));
            values.add(MethodHandles.filterReturnValue(values.removeLast(), afterDot));
            recipe = recipe.substring(0, recipe.length() - 2) + "\1";
        }
        List<Class<?>> types = new ArrayList<>();
        values.forEach(value -> types.add(value.type().returnType()));
        MethodHandle concatenation = StringConcatFactory.makeConcatWithConstants(
                        LOOKUP, "print", methodType(String.class, types), recipe)
                .getTarget();
        return MethodHandles.permuteArguments(
                        MethodHandles.filterArguments(concatenation, 0, values.toArray(MethodHandle[]::new)),
                        methodType(String.class, type),
                        new int[values.size()])
                .asType(methodType(String.class, StreamId.class));
    }

    private static String afterDot(@Nullable String part) {
        return part == null ? "" : "." + part;
    }

    private MethodHandle parser() throws ReflectiveOperationException {
        MethodHandle known = parser;
        if (known == null) {
            MethodHandle creator = creator(type);
            Class<?> first = creator.type().parameterType(0);
            creator = first.isEnum()
                    ? MethodHandles.filterArguments(creator, 0, lookUp(kinds, String.class, first))
                    : MethodHandles.dropArguments(creator, 0, String.class);
            known = creator.asSpreader(String[].class, parts).asType(methodType(Object.class, String[].class));
            parser = known;
        }
        return known;
    }

    /** Returns the constructor as a handle that takes the parts as texts. It takes an enum as it is. */
    private static MethodHandle creator(Class<?> type) throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        MethodHandle creator = LOOKUP.findConstructor(type, methodType(void.class, types));
        for (int i = types.length - 1; i >= 0; i--) {
            if (!types[i].isEnum()) {
                MethodHandle part = types[i].isRecord() ? creator(types[i]) : reader(types[i]);
                creator = MethodHandles.collectArguments(creator, i, part);
            }
        }
        return creator;
    }

    private static MethodHandle reader(Class<?> type) throws ReflectiveOperationException {
        if (type == String.class) {
            return MethodHandles.identity(String.class);
        }
        if (type == long.class) {
            return LOOKUP.findStatic(Long.class, "parseLong", methodType(long.class, String.class));
        }
        if (type == int.class) {
            return LOOKUP.findStatic(Integer.class, "parseInt", methodType(int.class, String.class));
        }
        return LOOKUP.findStatic(type, "parse", methodType(type, CharSequence.class))
                .asType(methodType(type, String.class));
    }

    private static RuntimeException unchecked(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
}
