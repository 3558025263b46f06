package encore.api.input;

import encore.api.wire.Wire;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Requires that the end of a range, such as {@code end_date}, is not before its start. Either may be absent. An error is
 * reported on the end.
 */
@Repeatable(AscendingRange.List.class)
@Constraint(validatedBy = AscendingRange.Validator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface AscendingRange {

    /** The name of the record component that is the start. */
    String start();

    /** The name of the record component that is the end. */
    String end();

    String message() default "";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** The ranges of a record that has several. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface List {
        AscendingRange[] value();
    }

    /** Compares the two components of a record. */
    final class Validator implements ConstraintValidator<AscendingRange, Record> {

        private String start = "";
        private String end = "";

        private final ClassValue<Method> startAccessor = new ClassValue<>() {
            @Override
            protected Method computeValue(Class<?> type) {
                return accessor(type, start);
            }
        };

        private final ClassValue<Method> endAccessor = new ClassValue<>() {
            @Override
            protected Method computeValue(Class<?> type) {
                return accessor(type, end);
            }
        };

        @Override
        public void initialize(AscendingRange range) {
            start = range.start();
            end = range.end();
        }

        @Override
        @SuppressWarnings("unchecked") // Both components have the same type.
        public boolean isValid(Record input, ConstraintValidatorContext context) {
            var first = (Comparable<Object>) read(startAccessor.get(input.getClass()), input);
            Object last = read(endAccessor.get(input.getClass()), input);
            if (first == null || last == null || first.compareTo(last) <= 0) {
                return true;
            }
            String comparison = last instanceof Number ? "must not be below " : "must not be before ";
            context.disableDefaultConstraintViolation();
            context.buildConstraintViolationWithTemplate(comparison + Wire.name(start))
                    .addPropertyNode(end)
                    .addConstraintViolation();
            return false;
        }

        private static Method accessor(Class<?> type, String component) {
            try {
                Method accessor = type.getDeclaredMethod(component);
                accessor.setAccessible(true);
                return accessor;
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(type.getName() + " has no component " + component, e);
            }
        }

        private static @Nullable Object read(Method accessor, Record input) {
            try {
                return accessor.invoke(input);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
