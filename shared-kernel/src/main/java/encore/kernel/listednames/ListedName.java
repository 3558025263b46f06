package encore.kernel.listednames;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks the component of an event, or of a record in it, by whose words a thing is found in its list: a name, a title. The
 * thing is the event's first component, an id. A thing has one such name. It is never personal, because names are kept
 * apart from their things.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ListedName {}
