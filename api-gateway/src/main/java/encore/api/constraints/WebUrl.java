package encore.api.constraints;

import encore.infra.backend.addresses.WebAddress;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a text to an address that browsers may follow, as {@link WebAddress} reads it. Pages may show it as a link, so a
 * script address is refused.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.PARAMETER})
@Constraint(validatedBy = WebUrl.WebAddressValidator.class)
public @interface WebUrl {

    /** The pattern in the API's documentation. It says less than the check. */
    String PATTERN = "^[hH][tT][tT][pP][sS]?://\\S+$";

    /** The pattern for https alone. */
    String HTTPS_PATTERN = "^[hH][tT][tT][pP][sS]://\\S+$";

    String message() default "must be an address that begins with http:// or https://, without a user";

    /** Returns whether only https is accepted; the message of such a constraint is {@link #HTTPS_MESSAGE}. */
    boolean httpsAlone() default false;

    Class<?>[] groups() default {};

    Class<? extends Payload>[] payload() default {};

    String HTTPS_MESSAGE = "must be an address that begins with https://, without a user";

    /** Reads a text as a web address. */
    final class WebAddressValidator implements ConstraintValidator<WebUrl, String> {

        private boolean httpsAlone;

        @Override
        public void initialize(WebUrl constraint) {
            httpsAlone = constraint.httpsAlone();
        }

        @Override
        public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
            return text == null
                    || WebAddress.parse(text)
                            .filter(address -> address.isHttps() || !httpsAlone)
                            .isPresent();
        }
    }
}
