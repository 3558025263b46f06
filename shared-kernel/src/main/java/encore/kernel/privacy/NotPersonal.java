package encore.kernel.privacy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a text component of an event (or of a record inside one) that identifies nobody. It is written in the clear,
 * for ever. Every text component carries this or {@link PersonalData}; an event with a text that carries neither is
 * refused at start. The annotation covers the component's own text, also in lists and maps, and not the components of
 * records in it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface NotPersonal {

    /** Returns the reason: the content of the text, and why it identifies nobody. */
    String value();
}
