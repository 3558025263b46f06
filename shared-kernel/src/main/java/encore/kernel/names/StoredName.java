package encore.kernel.names;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a command, an aggregate, an automation, a document of an automation or an order to the query side: the name under which
 * it is stored, where that is not the type's simple name. A type that is renamed keeps its old name here, since the name
 * stands in data directories. Events have {@link EventName}. {@code docs/stored-names.txt} lists all stored names.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface StoredName {

    String value();
}
