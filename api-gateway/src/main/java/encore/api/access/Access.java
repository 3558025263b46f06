package encore.api.access;

import encore.kernel.people.Area;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares who may call a handler. It stands on the controller class or on the method, and the method's wins. The
 * gateway does not start when a handler has neither.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Access {

    /** The scope that the key must have; empty when the contract names none. */
    String scope() default "";

    /**
     * The part of the account's work that it belongs to; exactly one where the lock is {@link Lock#SECRET}, unless it is
     * {@link #own}. A person needs the right to change it, or to read it where the handler changes nothing.
     */
    Area[] area() default {};

    /** Whether it concerns the caller alone, so that it belongs to no area and needs no right. */
    boolean own() default false;

    /** Whether it changes nothing although it is a POST. */
    boolean readsOnly() default false;

    Lock lock();

    /** Whether its path names a session, by {@code session_uid}, which must be live whatever else the caller shows. */
    boolean ofSession() default false;

    /**
     * Whether a session is enough without a key. The handler then gets a caller without an account, and admits it by {@code
     * SessionCalls}.
     */
    boolean sessionAlone() default false;

    /** Whether the operator may call it too, with the operator token and for all accounts. */
    boolean operatorToo() default false;

    /**
     * Whether it needs the right to contacts, because its answer tells how fans are reached and is not written by {@code
     * AnswerWriter}, which could leave that out: a file.
     */
    boolean contacts() default false;

    /** Whether a console session is accepted only for a few minutes after its secret or password was last given. */
    boolean fresh() default false;

    /** Whether it is the sign-in of the console: its refusals are counted in the journal of operations. */
    boolean signIn() default false;

    /** Whether it may be called from banned addresses, so that callers who banned themselves can undo it. */
    boolean evenBanned() default false;
}
