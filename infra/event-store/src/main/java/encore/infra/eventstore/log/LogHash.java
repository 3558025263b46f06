package encore.infra.eventstore.log;

import encore.infra.eventstore.log.commit.StoredEvent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Computes the hashes that chain the log, as docs/log-format.md specifies them. Used by one thread at a time. */
public final class LogHash {

    /** The format in which new commits are written. */
    public static final int FORMAT = 1;

    private final MessageDigest sha256;
    private byte[] buffer = new byte[4096];
    private int length;

    public LogHash() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the head of an empty log. */
    public static byte[] genesis() {
        return new byte[32];
    }

    /**
     * Returns the leaf of an event: a hash of its commit's columns without the head, then of its own without the leaf.
     */
    public byte[] leaf(
            Commit commit,
            long position,
            byte[] stream,
            long sequence,
            byte[] type,
            byte[] revision,
            byte[] metadata,
            byte[] payload) {
        length = 0;
        putNumber(commit.format());
        putNumber(commit.first());
        putNumber(commit.count());
        putNumber(commit.at());
        putBytes(commit.id());
        putNumber(position);
        putBytes(stream);
        putNumber(sequence);
        putBytes(type);
        putBytes(revision);
        putBytes(metadata);
        putBytes(payload);
        sha256.update(buffer, 0, length);
        return sha256.digest();
    }

    /** Returns the leaf of a stored event in its commit. */
    public byte[] leaf(Commit commit, StoredEvent event) {
        return leaf(
                commit,
                event.position(),
                event.stream().getBytes(StandardCharsets.UTF_8),
                event.sequence(),
                event.type().getBytes(StandardCharsets.UTF_8),
                event.revision().getBytes(StandardCharsets.UTF_8),
                event.metadata(),
                event.payload());
    }

    /** Returns the head of the chain after one more leaf. */
    public byte[] head(byte[] previous, byte[] leaf) {
        sha256.update(previous);
        sha256.update(leaf);
        return sha256.digest();
    }

    /**
     * Returns the form in which a once-key is stored: the first half of its SHA-256, for which nobody can make a
     * collision. It can never change.
     */
    public byte[] onceKey(String key) {
        return Arrays.copyOf(sha256.digest(key.getBytes(StandardCharsets.UTF_8)), 16);
    }

    /** Returns the key under which a stream is indexed: 64 bits of its name's hash. Two streams may have the same. */
    public long stream(String name) {
        return ByteBuffer.wrap(sha256.digest(name.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    private void putNumber(long value) {
        ensureCapacity(12);
        putInt(8);
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    private void putBytes(byte[] value) {
        ensureCapacity(4 + value.length);
        putInt(value.length);
        System.arraycopy(value, 0, buffer, length, value.length);
        length += value.length;
    }

    private void putInt(int value) {
        buffer[length++] = (byte) (value >>> 24);
        buffer[length++] = (byte) (value >>> 16);
        buffer[length++] = (byte) (value >>> 8);
        buffer[length++] = (byte) value;
    }

    private void ensureCapacity(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }

    /** The columns of a commit without its head. */
    public record Commit(long format, long first, long count, long at, byte[] id) {}
}
