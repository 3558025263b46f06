package encore.api.media;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The kind, size and orientation of an image file, read from its structure without decoding a pixel. The structure is
 * walked to its end, so a truncated file is refused.
 *
 * @param orientation as EXIF counts it: 1 is upright, up to 8
 */
record ImageHeader(Kind kind, ImageSize size, int orientation) {

    /** The most pixels of an image that is decoded. */
    static final long MAX_PIXELS = 25_000_000;

    /**
     * The most scans of a JPEG. A progressive one has about ten; each scan costs a walk over all pixels, and takes a few
     * bytes only.
     */
    private static final int MAX_SCANS = 64;

    private static final int UPRIGHT = 1;
    private static final int MAX_TURNED = 8;
    private static final int CHECKSUM_BYTES = 4;
    private static final int ORIENTATION_TAG = 0x0112;

    private static final String NO_IMAGE = "is no JPEG, PNG, GIF or WebP image";
    private static final String TRUNCATED = "is a damaged image, or only a part of one";
    private static final String TOO_LARGE = "has more than 25 million pixels";

    /** The kinds of images that are accepted, known by their first bytes. */
    enum Kind {
        JPEG,
        PNG,
        GIF,
        WEBP
    }

    /** Reads the header of a file; the exception names the reason for a refusal. */
    static ImageHeader read(byte[] file) throws UnreadableImageException {
        ImageHeader header;
        try {
            header = walk(file);
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException truncated) {
            throw new UnreadableImageException(TRUNCATED);
        }
        if (header.size.width() < 1 || header.size.height() < 1) {
            throw new UnreadableImageException(TRUNCATED);
        }
        if (header.size.pixels() > MAX_PIXELS) {
            throw new UnreadableImageException(TOO_LARGE);
        }
        return header;
    }

    private static ImageHeader walk(byte[] file) throws UnreadableImageException {
        ByteBuffer bytes = ByteBuffer.wrap(file);
        if (begins(file, 0, 0xFF, 0xD8, 0xFF)) {
            return walkJpeg(bytes.position(2));
        }
        if (begins(file, 0, 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n')) {
            return walkPng(bytes.position(8));
        }
        if (begins(file, 0, 'G', 'I', 'F', '8', '7', 'a') || begins(file, 0, 'G', 'I', 'F', '8', '9', 'a')) {
            return walkGif(bytes.position(6).order(ByteOrder.LITTLE_ENDIAN));
        }
        if (begins(file, 0, 'R', 'I', 'F', 'F') && begins(file, 8, 'W', 'E', 'B', 'P')) {
            return walkWebp(bytes.order(ByteOrder.LITTLE_ENDIAN));
        }
        throw new UnreadableImageException(NO_IMAGE);
    }

    private static boolean begins(byte[] file, int at, int... wanted) {
        if (file.length < at + wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (file[at + i] != (byte) wanted[i]) {
                return false;
            }
        }
        return true;
    }

    /** Walks the segments of a JPEG to its end marker. */
    private static ImageHeader walkJpeg(ByteBuffer bytes) throws UnreadableImageException {
        ImageSize size = null;
        int orientation = UPRIGHT;
        int scans = 0;
        while (true) {
            int marker = nextMarker(bytes);
            if (marker == 0xD9) {
                break;
            }
            if (marker >= 0xD0 && marker <= 0xD8 || marker == 0x01) {
                continue; // These have no length.
            }
            int length = Short.toUnsignedInt(bytes.getShort()) - 2;
            ByteBuffer segment = bytes.slice(bytes.position(), length);
            bytes.position(bytes.position() + length);
            if (isFrame(marker)) {
                ImageSize stated = new ImageSize(
                        Short.toUnsignedInt(segment.getShort(3)), Short.toUnsignedInt(segment.getShort(1)));
                if (size != null && !size.equals(stated)) {
                    throw new UnreadableImageException(TRUNCATED);
                }
                size = stated;
            } else if (marker == 0xE1 && orientation == UPRIGHT) {
                orientation = orientationOfExif(segment);
            } else if (marker == 0xDA && ++scans > MAX_SCANS) {
                throw new UnreadableImageException("has too many scans");
            }
        }
        if (size == null || scans == 0) {
            throw new UnreadableImageException(TRUNCATED);
        }
        return new ImageHeader(Kind.JPEG, size, orientation);
    }

    /** Skips entropy-coded data and fill bytes; returns the next marker. */
    private static int nextMarker(ByteBuffer bytes) {
        while (true) {
            if (bytes.get() != (byte) 0xFF) {
                continue;
            }
            int marker = 0xFF;
            while (marker == 0xFF) {
                marker = Byte.toUnsignedInt(bytes.get());
            }
            if (marker != 0) {
                return marker;
            }
        }
    }

    private static boolean isFrame(int marker) {
        return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC;
    }

    /** Walks the chunks of a PNG to its last one. */
    private static ImageHeader walkPng(ByteBuffer bytes) throws UnreadableImageException {
        ImageSize size = null;
        int orientation = UPRIGHT;
        boolean hasPixels = false;
        while (true) {
            int length = bytes.getInt();
            String type = type(bytes);
            ByteBuffer chunk = bytes.slice(bytes.position(), length);
            bytes.position(bytes.position() + length + CHECKSUM_BYTES);
            switch (type) {
                case "IHDR" -> {
                    if (size != null) {
                        throw new UnreadableImageException(TRUNCATED);
                    }
                    size = new ImageSize(positive(chunk.getInt()), positive(chunk.getInt()));
                }
                case "IDAT" -> hasPixels = true;
                case "eXIf" -> orientation = orientationOfTiff(chunk);
                case "IEND" -> {
                    if (size == null || !hasPixels) {
                        throw new UnreadableImageException(TRUNCATED);
                    }
                    return new ImageHeader(Kind.PNG, size, orientation);
                }
                default -> {}
            }
        }
    }

    private static int positive(int side) throws UnreadableImageException {
        if (side < 0) {
            throw new UnreadableImageException(TOO_LARGE);
        }
        return side;
    }

    /** Walks the blocks of a GIF to the end of its first frame. */
    private static ImageHeader walkGif(ByteBuffer bytes) throws UnreadableImageException {
        bytes.position(bytes.position() + 4); // the size of the screen
        int flags = bytes.get();
        bytes.position(bytes.position() + 2 + colours(flags));
        while (true) {
            int block = Byte.toUnsignedInt(bytes.get());
            if (block == 0x21) {
                bytes.get();
                skipSubBlocks(bytes);
            } else if (block == 0x2C) {
                bytes.position(bytes.position() + 4);
                ImageSize size =
                        new ImageSize(Short.toUnsignedInt(bytes.getShort()), Short.toUnsignedInt(bytes.getShort()));
                int local = bytes.get();
                bytes.position(bytes.position() + colours(local) + 1);
                skipSubBlocks(bytes);
                return new ImageHeader(Kind.GIF, size, UPRIGHT);
            } else {
                throw new UnreadableImageException(TRUNCATED);
            }
        }
    }

    /** Returns the length of the colour table that the flags announce. */
    private static int colours(int flags) {
        return (flags & 0x80) == 0 ? 0 : 3 << (flags & 7) + 1;
    }

    private static void skipSubBlocks(ByteBuffer bytes) {
        for (int length = Byte.toUnsignedInt(bytes.get()); length > 0; length = Byte.toUnsignedInt(bytes.get())) {
            bytes.position(bytes.position() + length);
        }
    }

    /**
     * Walks the chunks of a WebP. Each chunk that holds pixels states a size of its own, and a decoder believes it: all of
     * them must fit into the size of the file.
     */
    private static ImageHeader walkWebp(ByteBuffer bytes) throws UnreadableImageException {
        int end = Math.addExact(bytes.getInt(4), 8);
        ByteBuffer content = bytes.slice(12, end - 12).order(ByteOrder.LITTLE_ENDIAN);
        WebpWalk walk = new WebpWalk();
        walk.chunks(content, 0);
        ImageSize size = walk.canvas == null ? walk.first : walk.canvas;
        if (size == null || walk.first == null) {
            throw new UnreadableImageException(TRUNCATED);
        }
        return new ImageHeader(Kind.WEBP, walk.isAnimated ? walk.first : size, walk.orientation);
    }

    private static final class WebpWalk {

        private @Nullable ImageSize canvas;
        private @Nullable ImageSize first;
        private boolean isAnimated;
        private int orientation = UPRIGHT;

        void chunks(ByteBuffer content, int depth) throws UnreadableImageException {
            while (content.remaining() > 0) {
                String type = type(content);
                int length = content.getInt();
                ByteBuffer chunk = content.slice(content.position(), length).order(ByteOrder.LITTLE_ENDIAN);
                content.position(Math.min(content.limit(), content.position() + length + (length & 1)));
                switch (type) {
                    case "VP8X" -> {
                        canvas = new ImageSize(1 + threeBytes(chunk, 4), 1 + threeBytes(chunk, 7));
                        isAnimated = (chunk.get(0) & 2) != 0;
                    }
                    case "VP8 " -> found(new ImageSize(chunk.getShort(6) & 0x3FFF, chunk.getShort(8) & 0x3FFF), depth);
                    case "VP8L" -> {
                        int bits = chunk.getInt(1);
                        found(new ImageSize(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)), depth);
                    }
                    case "ANMF" -> {
                        if (first == null) {
                            ImageSize frame = new ImageSize(1 + threeBytes(chunk, 6), 1 + threeBytes(chunk, 9));
                            chunks(chunk.position(16).slice().order(ByteOrder.LITTLE_ENDIAN), depth + 1);
                            if (!frame.equals(first)) {
                                throw new UnreadableImageException(TRUNCATED);
                            }
                        }
                    }
                    case "EXIF" -> orientation = orientationOfExifOrTiff(chunk);
                    default -> {}
                }
                if (depth > 1) {
                    throw new UnreadableImageException(TRUNCATED);
                }
            }
        }

        private void found(ImageSize size, int depth) throws UnreadableImageException {
            if (first != null || depth == 0 && canvas != null && !canvas.equals(size)) {
                throw new UnreadableImageException(TRUNCATED);
            }
            first = size;
        }
    }

    private static int threeBytes(ByteBuffer chunk, int at) {
        return Byte.toUnsignedInt(chunk.get(at))
                | Byte.toUnsignedInt(chunk.get(at + 1)) << 8
                | Byte.toUnsignedInt(chunk.get(at + 2)) << 16;
    }

    /** Reads the four letters of a chunk's type. */
    private static String type(ByteBuffer bytes) {
        byte[] letters = new byte[4];
        bytes.get(letters);
        return new String(letters, StandardCharsets.ISO_8859_1);
    }

    private static int orientationOfExifOrTiff(ByteBuffer chunk) {
        int orientation = orientationOfExif(chunk.duplicate());
        return orientation == UPRIGHT ? orientationOfTiff(chunk.duplicate()) : orientation;
    }

    private static int orientationOfExif(ByteBuffer segment) {
        byte[] name = new byte[6];
        if (segment.remaining() < name.length) {
            return UPRIGHT;
        }
        segment.get(name);
        return Arrays.equals(name, new byte[] {'E', 'x', 'i', 'f', 0, 0})
                ? orientationOfTiff(segment.slice())
                : UPRIGHT;
    }

    /** Finds the orientation in the first directory of TIFF data. Damaged data means upright. */
    private static int orientationOfTiff(ByteBuffer tiff) {
        try {
            tiff.order(tiff.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
            int directory = tiff.getInt(4);
            int entries = Short.toUnsignedInt(tiff.getShort(directory));
            for (int i = 0; i < entries; i++) {
                int entry = directory + 2 + 12 * i;
                if (Short.toUnsignedInt(tiff.getShort(entry)) == ORIENTATION_TAG) {
                    int value = Short.toUnsignedInt(tiff.getShort(entry + 8));
                    return value >= UPRIGHT && value <= MAX_TURNED ? value : UPRIGHT;
                }
            }
        } catch (BufferUnderflowException | IndexOutOfBoundsException damaged) {
            return UPRIGHT;
        }
        return UPRIGHT;
    }
}
