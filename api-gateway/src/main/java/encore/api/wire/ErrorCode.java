package encore.api.wire;

import java.util.Locale;

/** Machine-readable codes for a wrong parameter; openapi.json lists them. */
public enum ErrorCode {
    /** The parameter is missing. */
    REQUIRED,
    /** The value has the wrong type. */
    TYPE,
    /** The text is too long or too short, or the list has too many values. */
    LENGTH,
    /** The value is too large or too small. */
    RANGE,
    /** The text has the wrong format. */
    FORMAT,
    /** The value is none of the allowed or existing ones. */
    VALUE,
    /** The parameter is given twice with different values. */
    GIVEN_TWICE,
    /** The endpoint has no such parameter. Only callers who ask for strict handling get this error. */
    UNKNOWN,
    /** The value breaks another rule. */
    RULE;

    /** Returns the code as it is written on the wire. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
