package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Describes a controller, a handler or a component of its input record in one sentence of the API documentation. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Description {

    /** The description of every {@code as_of}. */
    String AS_OF = "Unix seconds, ISO 8601, or a position of the log (position:17, or a number below 10^9).";

    /** The description of every {@code effective_at}. */
    String EFFECTIVE_AT = "The time at which it happened, from 1970 on; absent: now.";

    String value();
}
