package encore.api.input;

import encore.api.wire.FieldError;
import encore.api.wire.Wire;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Path;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** The constraints on input records, told in wire names and without a word of Java. */
final class Constraints {

    private static final Validator VALIDATOR = Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()
            .getValidator();

    private static final ClassValue<Boolean> CONSTRAINED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return VALIDATOR.getConstraintsForClass(type).isBeanConstrained();
        }
    };

    private Constraints() {}

    static <T> List<FieldError> check(InputPlan<T> plan, T filled) {
        if (!CONSTRAINED.get(plan.record())) {
            return List.of();
        }
        var violations = VALIDATOR.validate(filled);
        if (violations.isEmpty()) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>(violations.size());
        for (ConstraintViolation<T> violation : violations) {
            errors.add(new FieldError(field(violation), code(violation), message(violation)));
        }
        // The validator's set has no order of its own.
        errors.sort(Comparator.comparing(FieldError::field).thenComparing(FieldError::code));
        return errors;
    }

    private static String field(ConstraintViolation<?> violation) {
        StringBuilder field = new StringBuilder();
        String last = "";
        for (Path.Node node : violation.getPropertyPath()) {
            String name = node.getName();
            if (node.getIndex() != null) {
                field.append('[').append(node.getIndex()).append(']');
            }
            if (name != null && !name.startsWith("<")) {
                field.append(field.isEmpty() ? "" : ".").append(Wire.name(name));
                last = name;
            }
        }
        return violation.getConstraintDescriptor().getAnnotation() instanceof AssertTrue
                ? blamed(violation, last, field.toString())
                : field.toString();
    }

    private static String blamed(ConstraintViolation<?> violation, String property, String otherwise) {
        String capital = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        for (Method method : violation.getLeafBean().getClass().getDeclaredMethods()) {
            ErrorField blames = method.getAnnotation(ErrorField.class);
            if (blames != null
                    && (method.getName().equals("is" + capital)
                            || method.getName().equals(property))) {
                int before = otherwise.lastIndexOf('.');
                return otherwise.substring(0, before + 1) + blames.value();
            }
        }
        return otherwise;
    }

    private static String code(ConstraintViolation<?> violation) {
        Annotation constraint = violation.getConstraintDescriptor().getAnnotation();
        return switch (constraint) {
            case NotNull _, NotBlank _, NotEmpty _ -> "required";
            case Size _ -> "length";
            case Min _, Max _, Positive _, PositiveOrZero _, DecimalMin _, DecimalMax _ -> "range";
            case Pattern _, Email _ -> "format";
            default -> "rule";
        };
    }

    private static String message(ConstraintViolation<?> violation) {
        String template = violation.getMessageTemplate();
        if (!template.startsWith("{jakarta.validation")) {
            return violation.getMessage();
        }
        Annotation constraint = violation.getConstraintDescriptor().getAnnotation();
        return switch (constraint) {
            case NotNull _, NotBlank _, NotEmpty _ -> "is required";
            case Size size -> length(size, violation.getInvalidValue() instanceof CharSequence);
            case Min min -> "must be at least " + min.value();
            case Max max -> "must be at most " + max.value();
            case DecimalMin min -> "must be at least " + min.value();
            case DecimalMax max -> "must be at most " + max.value();
            case Positive _ -> "must be above 0";
            case PositiveOrZero _ -> "must be at least 0";
            case Email _ -> "must be an email address";
            case Pattern _ -> "has the wrong format";
            default -> "is not right";
        };
    }

    private static String length(Size size, boolean text) {
        String unit = text ? " characters" : " values";
        if (size.min() == 0) {
            return "must have at most " + size.max() + unit;
        }
        return size.max() == Integer.MAX_VALUE
                ? "must have at least " + size.min() + unit
                : "must have " + size.min() + " to " + size.max() + unit;
    }
}
