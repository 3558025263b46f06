package encore.kernel.time;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sets the form of an {@link java.time.Instant} of a read model on the wire. Inside the program it is always an
 * Instant.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface WireTime {

    Form value();

    enum Form {
        /** Unix seconds under the component's own name. */
        SECONDS,
        /** ISO 8601 UTC with Z under the component's own name. */
        ISO,
        /** Unix seconds under the component's own name, and ISO 8601 under that name plus {@code _iso}. */
        BOTH
    }
}
