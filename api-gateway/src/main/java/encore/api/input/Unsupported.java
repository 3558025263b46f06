package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On an input record: documented parameters that a later feature brings. Until then each is a 400 that names it, never
 * silently dropped. A name that ends in {@code _} stands for its whole family; names that the record declares are
 * exempt.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Unsupported {

    String[] value();
}
