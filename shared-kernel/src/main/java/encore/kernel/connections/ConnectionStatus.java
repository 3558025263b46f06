package encore.kernel.connections;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The status of a connection between two fans. */
public enum ConnectionStatus {
    PENDING,
    APPROVED,
    DECLINED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
