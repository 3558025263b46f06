package encore.kernel.media;

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

    @Override
    public String toString() {
        return "MediaPart[" + bytes.length + " bytes]";
    }
}
