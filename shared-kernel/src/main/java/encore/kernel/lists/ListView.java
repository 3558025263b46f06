package encore.kernel.lists;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares the view of a list on its item. The query side folds each {@link ListEvent} of the item into the view, and answers
 * the {@link ListQuery.All} and the {@link ListQuery.One} of it. A list whose answers show more than its items, or whose view
 * follows other events too, has a projection of its own instead.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface ListView {

    /** The name of the view. */
    String name();

    /** The name of the collection of its documents. */
    String collection();
}
