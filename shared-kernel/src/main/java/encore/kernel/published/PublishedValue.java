package encore.kernel.published;

import encore.kernel.privacy.PersonalData;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component of an event whose value customers receive, in the {@code events} stream and by webhooks. An
 * event whose marked component is {@link PersonalData}, or has no plain form in JSON, is refused at start.
 *
 * <p>The marked components of a record, or of an id, in a marked component stand beside the event's own. The rows of a list
 * are objects with the marked components, or the values themselves if a row has a single one.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface PublishedValue {

    /**
     * Returns the name on the wire; empty for the component's name in snake_case. It also replaces the name of the single
     * marked component of a record or an id. The name of an instant ends in {@code _iso}, as in all answers.
     */
    String value() default "";

    /** Returns whether the field is left out where it has no value, instead of being null. Only for a plain value. */
    boolean optional() default false;
}
