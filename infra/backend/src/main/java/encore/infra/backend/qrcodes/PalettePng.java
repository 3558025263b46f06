package encore.infra.backend.qrcodes;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes a PNG file of two colours, one bit a pixel, row by row: 5,000 rows of 5,000 pixels would take 100 MB as an image
 * in memory. One thread uses it.
 */
final class PalettePng implements AutoCloseable {

    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final int BITS = 8;
    private static final int COLOUR_BYTES = 3;
    private static final byte UNFILTERED = 0;
    private static final byte DIFFERENCE_FROM_ROW_ABOVE = 2;

    private final int width;
    private final int height;
    private final int front;
    private final int back;
    private final byte[] row;
    private final byte[] sameRow;
    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
    private final ByteArrayOutputStream image = new ByteArrayOutputStream();
    private final DeflaterOutputStream rows = new DeflaterOutputStream(image, deflater, 1 << 13);

    /**
     * Begins a file.
     *
     * @param front the colour of set pixels, as 0xRRGGBB
     * @param back the colour of all others
     */
    PalettePng(int width, int height, int front, int back) {
        this.width = width;
        this.height = height;
        this.front = front;
        this.back = back;
        row = new byte[1 + (width + BITS - 1) / BITS];
        sameRow = new byte[row.length];
        sameRow[0] = DIFFERENCE_FROM_ROW_ABOVE;
    }

    /** Begins the next row, in which no pixel is set. */
    void beginRow() {
        Arrays.fill(row, UNFILTERED);
    }

    /** Sets pixels of the row. */
    void set(int from, int count) {
        for (int x = from; x < from + count; x++) {
            row[1 + x / BITS] |= (byte) (0x80 >> x % BITS);
        }
    }

    /** Writes the row several times. A repeated row is the row above without a difference. */
    void endRow(int times) {
        try {
            rows.write(row);
            for (int i = 1; i < times; i++) {
                rows.write(sameRow);
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** Returns the file, after all rows are written. */
    byte[] bytes() {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(file)) {
            rows.finish();
            out.write(SIGNATURE);
            writeChunk(out, "IHDR", header());
            writeChunk(out, "PLTE", palette());
            writeChunk(out, "IDAT", image.toByteArray());
            writeChunk(out, "IEND", new byte[0]);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return file.toByteArray();
    }

    /** Releases the memory of the compression, which is outside the heap. */
    @Override
    public void close() {
        deflater.end();
    }

    /** Returns the header: a palette, one bit a pixel, no interlace. */
    private byte[] header() throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(header);
        out.writeInt(width);
        out.writeInt(height);
        out.write(new byte[] {1, 3, 0, 0, 0});
        return header.toByteArray();
    }

    private byte[] palette() {
        byte[] palette = new byte[2 * COLOUR_BYTES];
        for (int i = 0; i < COLOUR_BYTES; i++) {
            int shift = (COLOUR_BYTES - 1 - i) * BITS;
            palette[i] = (byte) (back >> shift);
            palette[COLOUR_BYTES + i] = (byte) (front >> shift);
        }
        return palette;
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
