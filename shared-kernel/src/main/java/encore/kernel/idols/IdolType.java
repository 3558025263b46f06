package encore.kernel.idols;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The kind of an idol. An artist has a music_uid, and no other idol has one. */
public enum IdolType {
    ARTIST,
    SPONSOR,
    PODCAST,
    TEAM,
    OTHER;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
