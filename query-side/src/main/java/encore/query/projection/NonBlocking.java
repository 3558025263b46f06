package encore.query.projection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code @QueryHandler} that answers from memory within microseconds and never blocks. It runs on the caller's
 * thread, which may be an event loop.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NonBlocking {}
