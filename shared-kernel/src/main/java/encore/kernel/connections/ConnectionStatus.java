package encore.kernel.connections;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Says how two fans stand to each other. */
public enum ConnectionStatus {
    PENDING,
    APPROVED,
    DECLINED;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
