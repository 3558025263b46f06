package encore.kernel.fields;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says what the values of a custom field are. */
public enum FieldType {
    TEXT,
    NUMBER,
    BOOLEAN,
    DATE,
    SELECT,
    MULTI_SELECT;

    /** Whether its values are among options. */
    public boolean isChosen() {
        return this == SELECT || this == MULTI_SELECT;
    }

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
