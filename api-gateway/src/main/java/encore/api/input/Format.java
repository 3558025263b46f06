package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Tells the API's reader how the text of a component is spelled, where no constraint says it: OpenAPI's format. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Format {

    String EMAIL = "email";

    /** As its owner writes it, or E.164. */
    String PHONE = "phone";

    /** Version 4 or 6. */
    String IP = "ip";

    /** Two letters, or the English name. */
    String COUNTRY = "country";

    String value();
}
