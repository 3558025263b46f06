package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a {@code Map} component of an input record collect every parameter whose name has this prefix, keyed by the
 * rest of the name ({@code String} or {@code Long}). A name that the record declares itself is not collected.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Prefixed {

    String value();
}
