package encore.kernel.networks;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A purpose of a network. */
public enum NetworkCategory {
    ACCOUNT_APP,
    ADS,
    AUTH,
    STREAM,
    SALES,
    TRACKER,
    POS,
    CRM;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
