package encore.infra.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The sum of a collection's document hashes modulo 2^128. It is free of order, so a batch keeps it current by taking old
 * hashes away and adding new ones, and a rebuilt collection has the same sum as the one that grew.
 */
public final class Checksum {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int BYTES = 16;
    private static final MessageDigest SHA_256 = fresh();

    private long documents;
    private long high;
    private long low;

    public static Checksum of(Views.Sum sum) {
        byte[] bytes = HexFormat.of().parseHex(sum.checksum());
        var checksum = new Checksum();
        checksum.documents = sum.documents();
        checksum.high = (long) LONGS.get(bytes, 0);
        checksum.low = (long) LONGS.get(bytes, 8);
        return checksum;
    }

    /** The hash of one document under its key: the first half of a SHA-256 over key, a zero and the JSON. */
    public static byte[] hash(String key, byte[] json) {
        MessageDigest digest = sha256();
        digest.update(key.getBytes(UTF_8));
        digest.update((byte) 0);
        return Arrays.copyOf(digest.digest(json), BYTES);
    }

    public void add(byte[] hash) {
        long before = low;
        low += (long) LONGS.get(hash, 8);
        high += (long) LONGS.get(hash, 0) + (Long.compareUnsigned(low, before) < 0 ? 1 : 0);
        documents++;
    }

    public void subtract(byte[] hash) {
        long before = low;
        low -= (long) LONGS.get(hash, 8);
        high -= (long) LONGS.get(hash, 0) + (Long.compareUnsigned(low, before) > 0 ? 1 : 0);
        documents--;
    }

    /** A copy costs a tenth of a look for who provides it, and every document that is written has one. */
    private static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("The JDK's own can be copied", e);
        }
    }

    private static MessageDigest fresh() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("Every JDK has SHA-256", e);
        }
    }

    /** Whether there is no document. */
    public boolean isEmpty() {
        return documents == 0;
    }

    /** Joins the documents of another part of the collection. */
    public void add(Checksum other) {
        long before = low;
        low += other.low;
        high += other.high + (Long.compareUnsigned(low, before) < 0 ? 1 : 0);
        documents += other.documents;
    }

    public Views.Sum as(String collection) {
        HexFormat hex = HexFormat.of();
        return new Views.Sum(collection, documents, hex.toHexDigits(high) + hex.toHexDigits(low));
    }
}
