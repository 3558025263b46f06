package encore.kernel.quests;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The form in which a vendor hands something out. */
public enum DeliveryMethod {
    WRISTBAND,
    QRCODE;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
