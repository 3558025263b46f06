package encore.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says how an {@link java.time.Instant} of a read model looks on the wire; inside it is always an Instant. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface WireTime {

    Form value();

    enum Form {
        /** Unix seconds under the component's own name. */
        SECONDS,
        /** ISO 8601 UTC with Z under the component's own name. */
        ISO,
        /** Unix seconds under the own name and ISO 8601 under the name with {@code _iso} behind it. */
        BOTH
    }
}
