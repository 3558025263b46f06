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

    /** The pattern of an address of the web: whoever shows it may make it a link, so that it must not be a script. */
    String WEB = "[hH][tT][tT][pP][sS]?://\\S+";

    /** What is said of any other. */
    String NOT_WEB = "must be an address that begins with http:// or https://";

    String value();
}
