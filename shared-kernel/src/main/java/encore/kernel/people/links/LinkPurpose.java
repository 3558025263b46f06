package encore.kernel.people.links;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Locale;

/** The reason why a person gets a link by which they set a password. */
public enum LinkPurpose {
    /** Somebody invited the person. */
    INVITATION(Duration.ofHours(48)),
    /** The person forgot the password. */
    FORGOTTEN(Duration.ofHours(1));

    private final Duration lifetime;

    LinkPurpose(Duration lifetime) {
        this.lifetime = lifetime;
    }

    /** Returns for how long such a link is valid. */
    public Duration lifetime() {
        return lifetime;
    }

    /** Returns the spelling in events. */
    @JsonValue
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
