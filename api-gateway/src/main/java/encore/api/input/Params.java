package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a handler's input record: it is bound from path, query, form or JSON alike.
 *
 * <p>A component that is not {@code @Nullable} is required, lists and maps apart, which are empty when absent. What is
 * empty, or a JSON null, counts as absent, and is named where the record asks for what is {@link Cleared}. A {@code
 * @Nullable} list is null when absent, and empty when sent as {@code []} or as one empty value. A path variable of the
 * wrong type is a 404. Constraints are Bean Validation's; the errors name the wire names.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Params {}
