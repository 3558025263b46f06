package encore.kernel.shows;

import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Uids of a show that are spelled from a kind and the position of their event: UUIDs of version 8. So a uid leads to its
 * event without an index or a claim. It says nothing of whether the event is of the caller's account: check that.
 */
public enum ShowUid {
    CHAT_MESSAGE(1),
    OVERLAY_LOG(2),
    CLICKER_INSTANCE(3);

    private static final long VERSION_8 = 0x8000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final long code;

    ShowUid(long code) {
        this.code = code;
    }

    /** Returns the uid of the event at a position. */
    public String at(long position) {
        return new UUID(code << 16 | VERSION_8, VARIANT | position).toString();
    }

    /** Returns the position that a uid of this kind leads to; empty for any other text. */
    public Optional<Long> position(@Nullable String uid) {
        if (uid == null || uid.length() != 36) {
            return Optional.empty();
        }
        try {
            long position = UUID.fromString(uid).getLeastSignificantBits() & ~VARIANT;
            return at(position).equals(uid) && position > 0 ? Optional.of(position) : Optional.empty();
        } catch (IllegalArgumentException noUuid) {
            return Optional.empty();
        }
    }
}
