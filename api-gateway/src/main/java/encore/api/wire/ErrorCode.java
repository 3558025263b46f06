package encore.api.wire;

import java.util.Locale;

/** Names for programs what is wrong with a parameter; openapi.json lists them. */
public enum ErrorCode {
    /** It has to be given. */
    REQUIRED,
    /** It is of another type. */
    TYPE,
    /** It is too long or too short, or has too many values. */
    LENGTH,
    /** It is too large or too small. */
    RANGE,
    /** It is spelled otherwise. */
    FORMAT,
    /** It is none of those that there are. */
    VALUE,
    /** It is given twice, and differently. */
    GIVEN_TWICE,
    /** A later feature brings it. */
    NOT_YET,
    /** It breaks a rule. */
    RULE;

    /** As it is written on the wire. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
