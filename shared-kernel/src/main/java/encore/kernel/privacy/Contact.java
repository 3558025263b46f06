package encore.kernel.privacy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of an answer or of an input that tells how a fan is reached or recognised: a name, an email, an
 * identifier. A caller without the right to contacts gets null for it, or an empty list, and may not send it as a parameter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface Contact {

    /** Whether the component is a name, of which such a caller gets the initials. */
    boolean initials() default false;
}
