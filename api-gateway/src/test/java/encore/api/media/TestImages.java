package encore.api.media;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Images and files that look like images, for tests. */
final class TestImages {

    private TestImages() {}

    static byte[] resource(String name) {
        try (InputStream file = TestImages.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(file, name).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The left half is red, and the right half is blue. */
    static BufferedImage halves(int width, int height, int type) {
        BufferedImage image = new BufferedImage(width, height, type);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, width / 2, height);
        graphics.setColor(Color.BLUE);
        graphics.fillRect(width / 2, 0, width - width / 2, height);
        graphics.dispose();
        return image;
    }

    static byte[] encoded(BufferedImage image, String format) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            if (!ImageIO.write(image, format, bytes)) {
                throw new IllegalStateException("There is no encoder for " + format);
            }
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] jpeg(int width, int height) {
        return encoded(halves(width, height, BufferedImage.TYPE_INT_RGB), "jpeg");
    }

    static byte[] png(int width, int height) {
        return encoded(halves(width, height, BufferedImage.TYPE_INT_RGB), "png");
    }

    static BufferedImage decoded(byte[] bytes) {
        try {
            return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(bytes)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A JPEG with one more segment after its first two bytes. */
    static byte[] withSegment(byte[] jpeg, int marker, byte[] content) {
        return ByteBuffer.allocate(jpeg.length + 4 + content.length)
                .put(jpeg, 0, 2)
                .put((byte) 0xFF)
                .put((byte) marker)
                .putShort((short) (content.length + 2))
                .put(content)
                .put(jpeg, 2, jpeg.length - 2)
                .array();
    }

    /** EXIF data with an orientation and the place where the picture was taken. */
    static byte[] exif(int orientation) {
        byte[] place = "GPS 48.2N 16.4E".getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(6 + 8 + 2 + 12 + 4 + place.length)
                .put(new byte[] {'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42})
                .putInt(8)
                .putShort((short) 1)
                .putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .putShort((short) 0)
                .putInt(0)
                .put(place)
                .array();
    }

    /** A PNG that states a size and has hardly any pixels. */
    static byte[] pngOfSize(int width, int height) {
        byte[] head = ByteBuffer.allocate(13)
                .putInt(width)
                .putInt(height)
                .put(new byte[] {8, 2, 0, 0, 0})
                .array();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'});
        bytes.writeBytes(chunk("IHDR", head));
        bytes.writeBytes(chunk("IDAT", new byte[] {0x78, (byte) 0x9C, 3, 0, 0, 0, 0, 1}));
        bytes.writeBytes(chunk("IEND", new byte[0]));
        return bytes.toByteArray();
    }

    static byte[] chunk(String type, byte[] content) {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 checksum = new CRC32();
        checksum.update(name);
        checksum.update(content);
        return ByteBuffer.allocate(12 + content.length)
                .putInt(content.length)
                .put(name)
                .put(content)
                .putInt((int) checksum.getValue())
                .array();
    }
}
