package encore.api.binding;

import encore.api.constraints.WebUrl;
import encore.api.input.Default;
import encore.api.input.Description;
import encore.api.input.Format;
import encore.api.wire.JsonType;
import encore.api.wire.TextPatternType;
import encore.api.wire.TimeType;
import encore.api.wire.ValueType;
import encore.kernel.names.Blanks;
import io.soabase.recordbuilder.core.RecordBuilder;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Digits;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One parameter of an input record as the API documentation describes it. It is derived from the plan that binds it.
 *
 * @param name the name on the wire; the prefix of a family
 * @param type string, integer, number, boolean, any or object
 * @param list whether it takes several values
 * @param family whether it stands for every name with this prefix
 * @param bounds what bounds its values and how many there may be
 * @param defaultValue the value that counts when it is absent
 * @param components the parameters of an object
 */
public record Parameter(
        String name,
        String type,
        @Nullable String format,
        boolean required,
        boolean list,
        boolean family,
        Bounds bounds,
        List<String> values,
        @Nullable String defaultValue,
        @Nullable String description,
        List<Parameter> components) {

    public Parameter {
        values = List.copyOf(values);
        components = List.copyOf(components);
    }

    /**
     * Bounds of a parameter's values. A bound that there is none of is null.
     *
     * @param exclusiveMax an exclusive upper bound; without a minimum, its negative is the exclusive lower bound
     */
    @RecordBuilder
    public record Bounds(
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable Integer maxItems,
            @Nullable BigDecimal min,
            @Nullable BigDecimal max,
            @Nullable BigDecimal exclusiveMax,
            @Nullable String pattern) {}

    /** Returns the parameters of an input record, in order. */
    public static List<Parameter> of(Class<?> record) {
        return InputPlan.of(record).parts().stream()
                .filter(part -> part.kind() != InputPlan.Kind.CLEARED)
                .map(Parameter::of)
                .toList();
    }

    /** Returns whether an empty value clears the field that it names; in other records it counts as absent. */
    public static boolean clears(Class<?> record) {
        return InputPlan.of(record).clears();
    }

    private static Parameter of(InputPlan.Part part) {
        ValueType type = part.type();
        boolean list = part.kind() == InputPlan.Kind.MANY || part.kind() == InputPlan.Kind.RECORDS;
        Size size = part.annotation(Size.class);
        Pattern pattern = part.annotation(Pattern.class);
        Description about = part.annotation(Description.class);
        Default defaultValue = part.annotation(Default.class);
        Format format = part.annotation(Format.class);
        InputPlan<?> records = part.records();
        boolean filled = part.annotation(NotBlank.class) != null || part.annotation(NotEmpty.class) != null;
        return new Parameter(
                part.name(),
                type == null ? "object" : type(type),
                format != null ? format.value() : type == null ? null : format(type),
                part.required() || filled || part.annotation(NotNull.class) != null,
                list,
                part.kind() == InputPlan.Kind.FAMILY,
                ParameterBoundsBuilder.builder()
                        .minLength(
                                list
                                        ? null
                                        : minLength(size, filled || part.required() && type instanceof ValueType.Text))
                        .maxLength(maxLength(type))
                        .maxItems(
                                part.kind() == InputPlan.Kind.MANY ? (Integer) part.maxValues() : maxItems(list, size))
                        .min(min(part))
                        .max(max(part))
                        .exclusiveMax(exclusiveMax(part))
                        .pattern(pattern == null ? pattern(part) : "^(?:" + pattern.regexp() + ")$")
                        .build(),
                type instanceof ValueType.Choice choice ? values(choice, defaultValue) : List.of(),
                defaultValue == null ? null : defaultValue.value(),
                about == null ? null : about.value(),
                records == null ? List.of() : of(records.record()));
    }

    /** Returns the values of a choice; with the empty one, if that is said to be its default. */
    private static List<String> values(ValueType.Choice choice, @Nullable Default defaultValue) {
        List<String> values = new ArrayList<>(choice.values().keySet());
        if (defaultValue != null && defaultValue.value().isEmpty()) {
            values.add("");
        }
        return values;
    }

    private static @Nullable String pattern(InputPlan.Part part) {
        WebUrl webUrl = part.annotation(WebUrl.class);
        if (webUrl != null) {
            return webUrl.httpsAlone() ? WebUrl.HTTPS_PATTERN : WebUrl.PATTERN;
        }
        if (part.type() instanceof TimeType.DayOrMoment) {
            return TimeType.DayOrMoment.PATTERN;
        }
        boolean isPlainText = part.type() instanceof ValueType.Text && part.annotation(Format.class) == null;
        return isPlainText && part.annotation(NotBlank.class) != null ? Blanks.NOT_BLANK_PATTERN : null;
    }

    private static @Nullable Integer maxItems(boolean list, @Nullable Size size) {
        return list && size != null && size.max() != Integer.MAX_VALUE ? (Integer) size.max() : null;
    }

    private static @Nullable Integer minLength(@Nullable Size size, boolean filled) {
        if (size != null && size.min() > 0) {
            return size.min();
        }
        return filled ? (Integer) 1 : null;
    }

    private static @Nullable Integer maxLength(@Nullable ValueType type) {
        return switch (type) {
            case ValueType.Text text -> text.maxLength();
            case TimeType.LogMoment _ -> TimeType.LogMoment.LENGTH;
            case null, default -> null;
        };
    }

    private static String type(ValueType type) {
        return switch (type) {
            case ValueType.WholeNumber _ -> "integer";
            case ValueType.DecimalNumber _ -> "number";
            case ValueType.Flag _ -> "boolean";
            // In a form, an object is sent as its JSON text.
            case JsonType _ -> "any";
            case ValueType.Text _, ValueType.Choice _, TextPatternType _, TimeType _ -> "string";
        };
    }

    private static @Nullable String format(ValueType type) {
        return switch (type) {
            case ValueType.WholeNumber wholeNumber -> wholeNumber.int32() ? "int32" : "int64";
            case TimeType.Day _ -> "date";
            case TimeType.Time _ -> "date-time";
            case TextPatternType textPatternType -> textPatternType.format();
            default -> null;
        };
    }

    private static @Nullable BigDecimal min(InputPlan.Part part) {
        Min min = part.valueAnnotation(Min.class);
        if (min != null) {
            return BigDecimal.valueOf(min.value());
        }
        DecimalMin decimal = part.valueAnnotation(DecimalMin.class);
        if (decimal != null) {
            return new BigDecimal(decimal.value());
        }
        if (part.valueAnnotation(Positive.class) != null) {
            return BigDecimal.ONE;
        }
        return part.valueAnnotation(PositiveOrZero.class) == null ? null : BigDecimal.ZERO;
    }

    private static @Nullable BigDecimal max(InputPlan.Part part) {
        Max max = part.valueAnnotation(Max.class);
        if (max != null) {
            return BigDecimal.valueOf(max.value());
        }
        DecimalMax decimal = part.valueAnnotation(DecimalMax.class);
        return decimal == null ? null : new BigDecimal(decimal.value());
    }

    /** Returns the smallest number with too many digits before the point. */
    private static @Nullable BigDecimal exclusiveMax(InputPlan.Part part) {
        Digits digits = part.valueAnnotation(Digits.class);
        return digits == null ? null : BigDecimal.TEN.pow(digits.integer());
    }
}
