package encore.kernel.privacy;

import encore.kernel.Event;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a nullable component of an event (or of a record inside one) as personal. Its value is encrypted under the key
 * of the event's {@link Event#subject()} before it reaches the log. It reads as null after the subject is erased.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.FIELD, ElementType.METHOD})
public @interface PersonalData {}
