package encore.api.constraints;

import encore.kernel.names.QueryWords;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** Bounds a text that is searched for by its words to {@value QueryWords#MAX} distinct words. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Constraint(validatedBy = MaxWords.WordCounter.class)
public @interface MaxWords {

    String message() default "must have at most " + QueryWords.MAX + " distinct words";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Counts the distinct words of a text. */
    final class WordCounter implements ConstraintValidator<MaxWords, String> {

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null || QueryWords.of(text).size() <= QueryWords.MAX;
        }
    }
}
