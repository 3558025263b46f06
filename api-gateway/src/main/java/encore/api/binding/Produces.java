package encore.api.binding;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes an answer that is no JSON, where the handler answers it whatever the client accepts. Spring's own attribute of a
 * mapping would refuse clients that accept something else.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Produces {

    /** Returns the MIME type, for example {@code image/*}. */
    String value();

    /** Returns the status of that answer. */
    int status() default 200;

    /** Returns the other statuses of calls that were carried out. Their answers have no body. */
    int[] bodiless() default {};
}
