package encore.api.constraints;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a time to those that have passed since 1970. A caller's clock may be fast by a minute; such a time counts as the
 * stamp of the log.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Constraint(validatedBy = NotAhead.PastValidator.class)
public @interface NotAhead {

    String message() default "must be a time from 1970 on that has passed";

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    /** Compares a time with the clock. */
    final class PastValidator implements ConstraintValidator<NotAhead, Instant> {

        private static final Duration FAST_CLOCK = Duration.ofMinutes(1);

        @Override
        public boolean isValid(@Nullable Instant time, ConstraintValidatorContext context) {
            return time == null
                    || !time.isBefore(Instant.EPOCH)
                            && !time.isAfter(Instant.now().plus(FAST_CLOCK));
        }
    }
}
