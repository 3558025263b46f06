package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a handler's input record, which is bound from path, query, form and JSON alike.
 *
 * <p>A component that is not {@code @Nullable} is required; only lists and maps are empty when absent. An empty value
 * or a JSON null counts as absent, and so does a blank text that is required; a record that has a {@link ClearedComponents} component lists it there. A {@code @Nullable}
 * list is null when absent, and empty when sent as {@code []} or as one empty value. Other empty values of a list are
 * dropped, unless it is {@link Positional}. A path variable of the wrong type
 * is answered with 404. Constraints are Bean Validation's; errors carry the wire names.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Params {

    /** Whether an unknown parameter is refused, even if the caller does not ask for it with {@code Prefer}. */
    boolean strict() default false;
}
