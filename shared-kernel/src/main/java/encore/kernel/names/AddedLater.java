package encore.kernel.names;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks an optional component that a stored type got after documents of it were stored. The documents that lack it are
 * right as they are, so {@link TypeStructure} leaves it out, and no view is rebuilt because of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD})
public @interface AddedLater {}
