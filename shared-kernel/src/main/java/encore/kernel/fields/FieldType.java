package encore.kernel.fields;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The type of the values of a custom field. */
public enum FieldType {
    TEXT,
    NUMBER,
    BOOLEAN,
    DATE,
    SELECT,
    MULTI_SELECT;

    /** Returns whether its values are chosen from options. */
    public boolean hasOptions() {
        return this == SELECT || this == MULTI_SELECT;
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
