package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lists documented parameters of an input record that are not supported yet. Each is refused with a 400 that names it
 * and is never silently ignored. A name that ends in {@code _} stands for all names with that prefix, except those that
 * the record declares.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Unsupported {

    String[] value();
}
