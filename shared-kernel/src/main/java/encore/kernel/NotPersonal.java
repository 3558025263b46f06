package encore.kernel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a component of an event (or of a record inside one) that holds text: nobody is known by it, so it is written in the
 * clear, for ever. What holds text is this or {@link PersonalData}; an event with any that is neither is refused at start.
 * It speaks for the component's own text, in lists and maps as well, and not for the components of records in it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface NotPersonal {

    /** The reason: what it is, and why it tells of nobody. */
    String value();
}
