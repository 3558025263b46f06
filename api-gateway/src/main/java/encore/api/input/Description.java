package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a controller, a handler or a component of an input record to readers of the API docs. At a component it says
 * what is special here: it follows the meaning of the name, which stands in the dictionary.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.RECORD_COMPONENT})
public @interface Description {

    /** The sentence at each {@code as_of}. */
    String AS_OF = "Unix seconds, ISO 8601, or a position of the log (position:17, or a number below 10^9).";

    String value();
}
