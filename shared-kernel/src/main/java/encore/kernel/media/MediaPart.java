package encore.kernel.media;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A part of an image file. */
public record MediaPart(byte[] bytes) {

    /** The length of every part but the last, in bytes: a message between nodes has at most 8 MiB. */
    public static final int MAX_BYTES = 1 << 20;

    /** The most parts of one file. */
    public static final int MAX_PARTS = 16;

    /** Returns the number of parts of a file of this many bytes. */
    public static int count(long byteCount) {
        return Math.toIntExact((byteCount + MAX_BYTES - 1) / MAX_BYTES);
    }

    /** Compares the bytes; a record by itself would compare arrays by identity. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MediaPart part && Arrays.equals(bytes, part.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "MediaPart[" + bytes.length + " bytes]";
    }
}
