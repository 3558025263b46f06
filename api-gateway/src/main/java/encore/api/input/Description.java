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
    String EFFECTIVE_AT = "From 1970 on, and not later than now. Absent: now.";

    /** The description of the key that an activity is recorded once for. */
    String ACTIVITY_KEY = "Unique in the account. A second activity with this key answers the first one.";

    String value();
}
