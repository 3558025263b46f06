package encore.kernel.rooms;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The purpose of a room in a live campaign. */
public enum RoomType {
    GLOBAL_CHAT,
    CONTROL,
    PERMANENT_ROOMS,
    PUBLIC_ROOMS;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
