package encore.kernel.trackers;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The kind of network on which the link of a tracker is published. */
public enum TrackerNetwork {
    SOCIAL,
    PHOTO,
    VIDEO,
    MICROBLOG,
    MUSIC,
    CUSTOM;

    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the network with this word; any other word, and none, is a custom network. */
    public static TrackerNetwork of(@Nullable String word) {
        return Arrays.stream(values())
                .filter(network -> network.word().equalsIgnoreCase(word))
                .findFirst()
                .orElse(CUSTOM);
    }
}
