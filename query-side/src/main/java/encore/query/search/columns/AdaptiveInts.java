package encore.query.search.columns;

import encore.query.image.MemoryImage;
import java.util.Arrays;

/**
 * A column of integers that takes one, two or four bytes a row, as few as its values allow. A row that was never set is
 * 0.
 */
public final class AdaptiveInts implements MemoryImage.Imageable {

    private static final int NARROWEST = 8;

    // One of these arrays has all rows, the others are empty.
    private byte[] bytes = new byte[NARROWEST];
    private char[] chars = {};
    private int[] ints = {};

    @Override
    public void transfer(MemoryImage memoryImage) {
        bytes = memoryImage.bytes(bytes);
        chars = memoryImage.chars(chars);
        ints = memoryImage.ints(ints);
    }

    public int get(int fan) {
        if (fan < bytes.length) {
            return bytes[fan];
        }
        if (fan < chars.length) {
            return chars[fan];
        }
        return fan < ints.length ? ints[fan] : 0;
    }

    public void set(int fan, int value) {
        if (bytes.length > 0 && value != (byte) value) {
            widen(value == (char) value && allPositive());
        }
        if (chars.length > 0 && value != (char) value) {
            ints = new int[chars.length];
            Arrays.setAll(ints, row -> chars[row]);
            chars = new char[0];
        }
        if (bytes.length > 0) {
            bytes = fan < bytes.length ? bytes : Arrays.copyOf(bytes, GrowableLongs.capacityFor(fan));
            bytes[fan] = (byte) value;
        } else if (chars.length > 0) {
            chars = fan < chars.length ? chars : Arrays.copyOf(chars, GrowableLongs.capacityFor(fan));
            chars[fan] = (char) value;
        } else {
            ints = fan < ints.length ? ints : Arrays.copyOf(ints, GrowableLongs.capacityFor(fan));
            ints[fan] = value;
        }
    }

    private boolean allPositive() {
        for (byte one : bytes) {
            if (one < 0) {
                return false;
            }
        }
        return true;
    }

    private void widen(boolean narrow) {
        if (narrow) {
            chars = new char[bytes.length];
            for (int row = 0; row < bytes.length; row++) {
                chars[row] = (char) bytes[row];
            }
        } else {
            ints = new int[bytes.length];
            Arrays.setAll(ints, row -> bytes[row]);
        }
        bytes = new byte[0];
    }
}
