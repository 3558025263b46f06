package encore.query.sold;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A content hash of shared fields, half of a SHA-256. It does not depend on the order of events, so neither do the
 * documents that refer to shared fields by it.
 */
record SharedName(long high, long low) {

    static final int LENGTH = 2 * Long.BYTES;

    static SharedName of(Shared shared) {
        try {
            ByteBuffer digest =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(spelled(shared)));
            return new SharedName(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] spelled(Shared shared) {
        var bytes = new ByteArrayOutputStream(128);
        try (var out = new DataOutputStream(bytes)) {
            out.writeLong(shared.account());
            text(shared.eventUid(), out);
            text(shared.eventName(), out);
            text(shared.eventKey(), out);
            text(shared.eventDate(), out);
            text(shared.venueName(), out);
            text(shared.artistName(), out);
            text(shared.venueProvince(), out);
            text(shared.priceCode(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes a text. A missing one differs from an empty one. */
    private static void text(@Nullable Object said, DataOutputStream out) throws IOException {
        byte[] text = said == null ? new byte[0] : said.toString().getBytes(StandardCharsets.UTF_8);
        out.writeInt(said == null ? -1 : text.length);
        out.write(text);
    }

    static byte[] all(List<Shared> shared) {
        ByteBuffer names = ByteBuffer.allocate(shared.size() * LENGTH);
        for (Shared one : shared) {
            SharedName name = of(one);
            names.putLong(name.high).putLong(name.low);
        }
        return names.array();
    }

    static SharedName[] all(byte[] names) {
        ByteBuffer bytes = ByteBuffer.wrap(names);
        SharedName[] all = new SharedName[names.length / LENGTH];
        Arrays.setAll(all, one -> new SharedName(bytes.getLong(), bytes.getLong()));
        return all;
    }

    /** Returns its index in an array of hashes, or -1. */
    int in(byte[] names) {
        ByteBuffer bytes = ByteBuffer.wrap(names);
        for (int at = 0; at < names.length; at += LENGTH) {
            if (bytes.getLong(at) == high && bytes.getLong(at + Long.BYTES) == low) {
                return at / LENGTH;
            }
        }
        return -1;
    }

    /** Returns an array of hashes with this one appended. */
    byte[] behind(byte[] names) {
        return ByteBuffer.wrap(Arrays.copyOf(names, names.length + LENGTH))
                .putLong(names.length, high)
                .putLong(names.length + Long.BYTES, low)
                .array();
    }

    String key() {
        var hex = HexFormat.of();
        return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
