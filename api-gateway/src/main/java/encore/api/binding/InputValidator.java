package encore.api.binding;

import encore.api.constraints.MaxWords;
import encore.api.constraints.WebUrl;
import encore.api.input.ErrorField;
import encore.api.input.TextLimits;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import encore.api.wire.Wire;
import encore.kernel.names.Blanks;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Path;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.PastOrPresent;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.HibernateValidatorConfiguration;
import org.hibernate.validator.cfg.ConstraintMapping;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;
import org.jspecify.annotations.Nullable;

/** Validates input records with Bean Validation and reports violations by wire names, without Java terms. */
final class InputValidator {

    private static final Validator VALIDATOR = validator();

    private static final ClassValue<Boolean> CONSTRAINED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return VALIDATOR.getConstraintsForClass(type).isBeanConstrained();
        }
    };

    private InputValidator() {}

    /** Creates a validator that takes today's date in UTC and counts text in code points, wherever the process runs. */
    private static Validator validator() {
        HibernateValidatorConfiguration settings =
                Validation.byProvider(HibernateValidator.class).configure();
        ConstraintMapping mapping = settings.createConstraintMapping();
        mapping.constraintDefinition(Size.class)
                .validatedBy(LengthValidator.class)
                .includeExistingValidators(false);
        mapping.constraintDefinition(NotBlank.class)
                .validatedBy(NotBlankValidator.class)
                .includeExistingValidators(false);
        return settings.addMapping(mapping)
                .clockProvider(Clock::systemUTC)
                .messageInterpolator(new ParameterMessageInterpolator())
                .buildValidatorFactory()
                .getValidator();
    }

    /** Checks a {@link Size} as OpenAPI counts it: in code points of a text or values of a list. */
    public static final class LengthValidator implements ConstraintValidator<Size, Object> {

        private int min;
        private int max;
        private boolean isOfNfc;

        @Override
        public void initialize(Size size) {
            min = size.min();
            max = size.max();
            isOfNfc = List.of(size.payload()).contains(TextLimits.OfNfc.class);
        }

        @Override
        public boolean isValid(@Nullable Object value, ConstraintValidatorContext context) {
            return switch (value) {
                case null -> true;
                case String text -> isWithin(codePoints(isOfNfc ? Normalizer.normalize(text, Form.NFC) : text));
                case Collection<?> values -> isWithin(values.size());
                default -> throw new IllegalArgumentException("@Size is supported on texts and lists only");
            };
        }

        private static int codePoints(String text) {
            return text.codePointCount(0, text.length());
        }

        private boolean isWithin(int length) {
            return min <= length && length <= max;
        }
    }

    /** Checks that a text is there and shows something. */
    public static final class NotBlankValidator implements ConstraintValidator<NotBlank, String> {
        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text != null && !Blanks.isBlank(text);
        }
    }

    static <T> List<FieldError> validate(InputPlan<T> plan, T filled) {
        if (!CONSTRAINED.get(plan.record())) {
            return List.of();
        }
        return errors(VALIDATOR.validate(filled));
    }

    /** Checks one component, for an input of which others could not be read. */
    static <T> List<FieldError> validate(InputPlan<T> plan, InputPlan.Part part, @Nullable Object value) {
        return CONSTRAINED.get(plan.record())
                ? errors(VALIDATOR.validateValue(plan.record(), part.component().getName(), value))
                : List.of();
    }

    private static <T> List<FieldError> errors(Set<ConstraintViolation<T>> violations) {
        if (violations.isEmpty()) {
            return List.of();
        }
        List<FieldError> errors = new ArrayList<>(violations.size());
        for (ConstraintViolation<T> violation : violations) {
            errors.add(new FieldError(field(violation), code(violation), message(violation)));
        }
        // The validator returns an unordered set.
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
                ? errorFieldOf(violation, last, field.toString())
                : field.toString();
    }

    private static String errorFieldOf(ConstraintViolation<?> violation, String property, String path) {
        String capital = property.substring(0, 1).toUpperCase(Locale.ROOT) + property.substring(1);
        for (Method method : violation.getLeafBean().getClass().getDeclaredMethods()) {
            ErrorField errorField = method.getAnnotation(ErrorField.class);
            if (errorField != null
                    && (method.getName().equals("is" + capital)
                            || method.getName().equals(property))) {
                int before = path.lastIndexOf('.');
                return path.substring(0, before + 1) + errorField.value();
            }
        }
        return path;
    }

    private static ErrorCode code(ConstraintViolation<?> violation) {
        Annotation constraint = violation.getConstraintDescriptor().getAnnotation();
        return switch (constraint) {
            case NotNull _, NotBlank _, NotEmpty _ -> ErrorCode.REQUIRED;
            case Size _, MaxWords _ -> ErrorCode.LENGTH;
            case Min _, Max _, Positive _, PositiveOrZero _, DecimalMin _, DecimalMax _, PastOrPresent _ ->
                ErrorCode.RANGE;
            case Pattern _, Email _, WebUrl _ -> ErrorCode.FORMAT;
            default -> ErrorCode.RULE;
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
            case Digits digits ->
                "must have at most " + digits.integer() + " digits before the point and " + digits.fraction()
                        + " after it";
            case PastOrPresent _ -> "must not be in the future";
            case Email _ -> "must be an email address";
            case Pattern _ -> "has the wrong format";
            default -> "is not valid";
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
