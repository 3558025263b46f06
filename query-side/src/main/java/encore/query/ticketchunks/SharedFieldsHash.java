package encore.query.ticketchunks;

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
record SharedFieldsHash(long high, long low) {

    static final int LENGTH = 2 * Long.BYTES;

    static SharedFieldsHash of(SharedTicketFields sharedTicketFields) {
        try {
            ByteBuffer digest =
                    ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(encode(sharedTicketFields)));
            return new SharedFieldsHash(digest.getLong(), digest.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] encode(SharedTicketFields sharedTicketFields) {
        var bytes = new ByteArrayOutputStream(128);
        try (var out = new DataOutputStream(bytes)) {
            out.writeLong(sharedTicketFields.account());
            text(sharedTicketFields.eventUid(), out);
            text(sharedTicketFields.eventName(), out);
            text(sharedTicketFields.eventKey(), out);
            text(sharedTicketFields.eventDate(), out);
            text(sharedTicketFields.venueName(), out);
            text(sharedTicketFields.artistName(), out);
            text(sharedTicketFields.venueProvince(), out);
            text(sharedTicketFields.priceCode(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Writes a text. A missing one differs from an empty one. */
    private static void text(@Nullable Object value, DataOutputStream out) throws IOException {
        byte[] text = value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
        out.writeInt(value == null ? -1 : text.length);
        out.write(text);
    }

    static byte[] all(List<SharedTicketFields> shared) {
        ByteBuffer names = ByteBuffer.allocate(shared.size() * LENGTH);
        for (SharedTicketFields fields : shared) {
            SharedFieldsHash name = of(fields);
            names.putLong(name.high).putLong(name.low);
        }
        return names.array();
    }

    static SharedFieldsHash[] all(byte[] names) {
        ByteBuffer bytes = ByteBuffer.wrap(names);
        SharedFieldsHash[] all = new SharedFieldsHash[names.length / LENGTH];
        Arrays.setAll(all, fields -> new SharedFieldsHash(bytes.getLong(), bytes.getLong()));
        return all;
    }

    /** Returns its index in an array of hashes, or -1. */
    int indexIn(byte[] names) {
        ByteBuffer bytes = ByteBuffer.wrap(names);
        for (int at = 0; at < names.length; at += LENGTH) {
            if (bytes.getLong(at) == high && bytes.getLong(at + Long.BYTES) == low) {
                return at / LENGTH;
            }
        }
        return -1;
    }

    /** Returns an array of hashes with this one appended. */
    byte[] appendTo(byte[] names) {
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
