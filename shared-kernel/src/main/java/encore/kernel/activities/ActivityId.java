package encore.kernel.activities;

import encore.kernel.StreamId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The stream of one activity; prints as {@code activity.<account>.<uid>}. Its id on the wire is a different number: the
 * position of its event.
 *
 * @param uid a UUIDv7, ordered by time, so that streams of one time are stored close to each other; a UUIDv8 for an
 *     activity with a key
 */
@StreamId.Kind("activity")
public record ActivityId(long account, String uid) implements StreamId {

    private static final int VERSION_AT = 14;

    /** Returns the id of the activity with this key. The same key always gives the same id, so it is used once. */
    public static ActivityId ofKey(long account, String key) {
        ByteBuffer hash = ByteBuffer.wrap(sha256(key));
        long high = hash.getLong() & ~0xF000L | 0x8000L;
        long low = hash.getLong() & 0x3FFF_FFFF_FFFF_FFFFL | 0x8000_0000_0000_0000L;
        return new ActivityId(account, new UUID(high, low).toString());
    }

    /** Returns whether a key made this id. */
    public boolean isOfKey() {
        return uid.length() > VERSION_AT && uid.charAt(VERSION_AT) == '8';
    }

    private static byte[] sha256(String key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
