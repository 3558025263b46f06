package encore.api.input;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Documents the format of a text component (OpenAPI's {@code format}) when no constraint expresses it. Emails, phones,
 * addresses and countries are also checked when the input is bound.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Format {

    String EMAIL = "email";

    /** A phone number in E.164 or in any other spelling. */
    String PHONE = "phone";

    /** An IP address of version 4 or 6. */
    String IP = "ip";

    /** An IP address, or a network such as 10.0.0.0/8. */
    String IP_NETWORK = "ip-network";

    /** A country's two-letter code or English name. */
    String COUNTRY = "country";

    String value();
}
