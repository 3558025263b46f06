package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a list of texts that other values point into by index. An empty text among others stays in its place, so that
 * the constraints of the list can refuse it. In other lists it is dropped, and later values would move to other indexes.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Positional {}
