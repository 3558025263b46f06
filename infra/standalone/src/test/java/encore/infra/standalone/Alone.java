package encore.infra.standalone;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A test that no other may run beside on the server that they share. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface Alone {

    /** The reason: it stops the server, say, or rebuilds or counts what all accounts share. */
    String because();
}
