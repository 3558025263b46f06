package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a {@code Map} component of an input record: it gathers every parameter whose name begins so, keyed by the rest of
 * the name ({@code String} or {@code Long}). A name that the record declares is not part of a family.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Prefixed {

    String value();
}
