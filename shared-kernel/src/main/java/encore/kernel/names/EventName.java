package encore.kernel.names;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives an event's name in the log if that is not the record's simple name in snake_case. A renamed record keeps the
 * name under which it was written.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface EventName {

    String value();
}
