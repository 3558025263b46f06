package encore.kernel.records;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The components, accessors and constructor of a record type, read by reflection once. The type is public.
 *
 * @param accessors all accessors as one handle, which makes an array: one call each costs several times as much
 */
public record RecordShape<T extends Record>(List<String> names, MethodHandle accessors, MethodHandle constructor) {

    private static final ClassValue<RecordShape<?>> SHAPES = new ClassValue<>() {
        @Override
        protected RecordShape<?> computeValue(Class<?> type) {
            return reflect(type);
        }
    };

    /** Returns the shape of a record's type. */
    @SuppressWarnings("unchecked") // SHAPES files each shape under its own class.
    public static <T extends Record> RecordShape<T> of(T record) {
        return (RecordShape<T>) SHAPES.get(record.getClass());
    }

    /** Returns the value of the first component of a record. */
    public static Object first(Object record) {
        return Objects.requireNonNull(of((Record) record).values((Record) record)[0]);
    }

    /** Returns the value of the last component of a record. */
    public static Object last(Object record) {
        @Nullable Object[] values = of((Record) record).values((Record) record);
        return Objects.requireNonNull(values[values.length - 1]);
    }

    /** Returns the place of a component. */
    public int index(String name) {
        int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("There is no component " + name + " in " + names);
        }
        return index;
    }

    /** Returns the values of a record's components, in their order. */
    public @Nullable Object[] values(T record) {
        return (@Nullable Object[]) Objects.requireNonNull(invoke(accessors, record));
    }

    /** Makes a record of the values of its components. */
    @SuppressWarnings("unchecked") // The constructor is T's.
    public T create(@Nullable Object[] values) {
        return (T) Objects.requireNonNull(invoke(constructor, values));
    }

    private static @Nullable Object invoke(MethodHandle handle, Object argument) {
        try {
            return (Object) handle.invokeExact(argument);
        } catch (RuntimeException | Error failed) {
            throw failed;
        } catch (Throwable checked) {
            throw new IllegalStateException(checked);
        }
    }

    private static RecordShape<?> reflect(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        try {
            List<MethodHandle> accessors = new ArrayList<>();
            for (RecordComponent component : components) {
                accessors.add(lookup.unreflect(component.getAccessor())
                        .asType(MethodType.methodType(Object.class, Object.class)));
            }
            return new RecordShape<>(
                    Arrays.stream(components).map(RecordComponent::getName).toList(),
                    combined(accessors),
                    lookup.findConstructor(type, MethodType.methodType(void.class, types))
                            .asSpreader(Object[].class, types.length)
                            .asType(MethodType.methodType(Object.class, Object.class)));
        } catch (ReflectiveOperationException hidden) {
            throw new IllegalArgumentException(type.getName() + " is not a public record", hidden);
        }
    }

    private static MethodHandle combined(List<MethodHandle> accessors) {
        MethodHandle array = MethodHandles.identity(Object[].class).asCollector(Object[].class, accessors.size());
        MethodHandle each = MethodHandles.filterArguments(array, 0, accessors.toArray(MethodHandle[]::new));
        MethodType ofOne = MethodType.methodType(Object[].class, Object.class);
        return MethodHandles.permuteArguments(each, ofOne, new int[accessors.size()])
                .asType(MethodType.methodType(Object.class, Object.class));
    }
}
