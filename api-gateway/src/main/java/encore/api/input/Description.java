package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** One sentence for the API's reader: on a controller, a handler or a component of its input. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Description {

    /** Of each {@code as_of}. */
    String AS_OF =
            "As it was then: unix seconds, ISO 8601, or a position of the log (position:17, or a number below 10^9).";

    String value();
}
