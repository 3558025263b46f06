package encore.api.access;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares who may call a handler: on its class, or on the method, which wins. A handler without one fails the start. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Access {

    /** The scope that the key must have; empty where the contract names none. */
    String scope() default "";

    Lock lock();

    /** Whether the operator may call it as well, by the token, for all accounts. */
    boolean operatorToo() default false;

    /** Whether a session of the console is enough only as long as its secret was shown a moment ago. */
    boolean fresh() default false;

    /** Whether it may be called from banned addresses: so that who bans himself can take that back. */
    boolean evenBanned() default false;
}
