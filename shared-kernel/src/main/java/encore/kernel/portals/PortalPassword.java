package encore.kernel.portals;

import encore.kernel.SecretAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The password of a portal.
 *
 * @param passwordHash Argon2id in its encoded form; null when the portal has none
 */
public record PortalPassword(@Nullable String passwordHash) implements SecretAnswer {

    public static final PortalPassword NONE = new PortalPassword(null);

    @Override
    public String toString() {
        return "PortalPassword";
    }
}
