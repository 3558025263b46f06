package encore.infra.eventstore.sqlite.tables;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Computes the checksum of a row of a side table, as docs/log-format.md specifies it. It detects accidental changes,
 * not forgery.
 */
public final class RowChecksum {

    private static final int ABSENT = -1;

    private final CRC32 crc = new CRC32();
    private final ByteBuffer number = ByteBuffer.allocate(12);

    static long ofRequest(long position, byte[] id, byte[] fingerprint, byte @Nullable [] answer) {
        return new RowChecksum()
                .number(position)
                .bytes(id)
                .bytes(fingerprint)
                .bytes(answer)
                .crc
                .getValue();
    }

    static long ofOnceKey(byte[] key, long position, String fingerprint, byte[] answer) {
        return new RowChecksum()
                .bytes(key)
                .number(position)
                .text(fingerprint)
                .bytes(answer)
                .crc
                .getValue();
    }

    public static long ofClaim(byte[] claim, String owner) {
        return new RowChecksum().bytes(claim).text(owner).crc.getValue();
    }

    public static long ofToken(String processor, long position) {
        return new RowChecksum().text(processor).number(position).crc.getValue();
    }

    private RowChecksum number(long value) {
        crc.update(number.clear().putInt(Long.BYTES).putLong(value).flip());
        return this;
    }

    private RowChecksum text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    private RowChecksum bytes(byte @Nullable [] value) {
        crc.update(number.clear().putInt(value == null ? ABSENT : value.length).flip());
        if (value != null) {
            crc.update(value);
        }
        return this;
    }
}
