package encore.infra.backend.qrcodes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a PNG file of black and white pixels, one bit each. ImageIO would do the same, but it loads the classes of the
 * desktop, and holds the image as a raster as well.
 */
final class OneBitPng {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int BITS = 8;

    private final int width;
    private final int height;
    private final Pixels pixels;

    /** Tells which pixels are black. */
    @FunctionalInterface
    interface Pixels {
        boolean isBlack(int x, int y);
    }

    OneBitPng(int width, int height, Pixels pixels) {
        this.width = width;
        this.height = height;
        this.pixels = pixels;
    }

    byte[] bytes() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(file)) {
            out.write(SIGNATURE);
            writeChunk(out, "IHDR", header());
            writeChunk(out, "IDAT", image());
            writeChunk(out, "IEND", new byte[0]);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return file.toByteArray();
    }

    /** Returns the header: greyscale of one bit, no interlace. */
    private byte[] header() throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(header);
        out.writeInt(width);
        out.writeInt(height);
        out.write(new byte[] {1, 0, 0, 0, 0});
        return header.toByteArray();
    }

    /** Returns the compressed rows. Each begins with the number of its filter, 0 for none; a set bit is white. */
    private byte[] image() throws IOException {
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        byte[] row = new byte[1 + (width + BITS - 1) / BITS];
        try (DeflaterOutputStream out = new DeflaterOutputStream(image)) {
            for (int y = 0; y < height; y++) {
                Arrays.fill(row, (byte) 0);
                for (int x = 0; x < width; x++) {
                    if (!pixels.isBlack(x, y)) {
                        row[1 + x / BITS] |= (byte) (0x80 >> x % BITS);
                    }
                }
                out.write(row);
            }
        }
        return image.toByteArray();
    }

    private static void writeChunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) checksum.getValue());
    }
}
