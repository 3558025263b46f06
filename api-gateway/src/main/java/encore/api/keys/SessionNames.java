package encore.api.keys;

import java.nio.ByteBuffer;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the name of a session, its session_ref, from its session_uid: a UUID of version 8 from an HMAC under a key of
 * the installation. Every gateway makes the same name. Nobody can find the session_uid from it, and it opens nothing.
 */
final class SessionNames {

    private static final Pattern SESSION_UID =
            Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
    private static final long VERSION_MASK = ~0xF000L;
    private static final long VERSION = 0x8000L;
    private static final long VARIANT_MASK = 0x3FFF_FFFF_FFFF_FFFFL;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final SecretHasher hasher;

    SessionNames(byte[] key) {
        hasher = new SecretHasher(key);
    }

    /** Returns the session_ref, or null for a text that is no session_uid. */
    @Nullable
    String of(String sessionUid) {
        if (!SESSION_UID.matcher(sessionUid).matches()) {
            return null;
        }
        ByteBuffer hash = ByteBuffer.wrap(hasher.hash(sessionUid));
        long high = hash.getLong() & VERSION_MASK | VERSION;
        long low = hash.getLong() & VARIANT_MASK | VARIANT;
        return new UUID(high, low).toString();
    }
}
