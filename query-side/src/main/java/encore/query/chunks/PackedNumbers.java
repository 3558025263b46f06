package encore.query.chunks;

import java.util.Arrays;

/**
 * A sequence of variable-length numbers: seven bits a byte, with the sign in the lowest bit, so that small numbers take
 * few bytes.
 */
public final class PackedNumbers {

    private static final int MAX_BYTES = 10;

    private byte[] bytes = new byte[64];
    private int end;

    public void add(long number) {
        if (end + MAX_BYTES > bytes.length) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        long rest = (number << 1) ^ (number >> 63);
        while ((rest & ~0x7FL) != 0) {
            bytes[end++] = (byte) (rest & 0x7F | 0x80);
            rest >>>= 7;
        }
        bytes[end++] = (byte) rest;
    }

    /** Returns the given bytes followed by these numbers. */
    public byte[] appendTo(byte[] before) {
        byte[] all = Arrays.copyOf(before, before.length + end);
        System.arraycopy(bytes, 0, all, before.length, end);
        return all;
    }

    /** Reads the numbers in order. */
    public static final class Cursor {

        private final byte[] bytes;
        private int offset;

        public Cursor(byte[] bytes) {
            this.bytes = bytes;
        }

        public boolean hasMore() {
            return offset < bytes.length;
        }

        public long next() {
            long number = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[offset++];
                number |= (part & 0x7FL) << shift;
                shift += 7;
            } while (part < 0);
            return (number >>> 1) ^ -(number & 1);
        }
    }
}
