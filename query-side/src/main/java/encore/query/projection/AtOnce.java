package encore.query.projection;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a {@code @QueryHandler} that answers from memory within microseconds and never blocks: it runs on the asker's own
 * thread, which may be an event loop.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface AtOnce {}
