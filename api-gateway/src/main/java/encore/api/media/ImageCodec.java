package encore.api.media;

import encore.kernel.media.ImageType;
import java.awt.AlphaComposite;
import java.awt.Graphics2D;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.ColorConvertOp;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import net.coobird.thumbnailator.resizers.Resizers;
import net.coobird.thumbnailator.util.exif.ExifFilterUtils;
import net.coobird.thumbnailator.util.exif.Orientation;

/**
 * Decodes, scales and encodes images. One image of 25 million pixels takes up to 300 MB for a moment, so callers limit how
 * many run at the same time ({@link ImageThreads}).
 */
final class ImageCodec {

    /** The longest side of a stored image. */
    static final int MAX_SIDE = 4_096;

    /** The longest side of a preview: sharp on a card of the console, also on a screen with many pixels. */
    static final int PREVIEW_SIDE = 640;

    /** The most bytes of a stored image. Only images with transparency can be larger; they are scaled down. */
    static final int MAX_STORED_BYTES = 16 << 20;

    private static final String TWELVE_MONKEYS = "com.twelvemonkeys.";
    private static final float STORED_QUALITY = 0.9f;
    private static final float ANSWERED_QUALITY = 0.85f;
    private static final double SHRINK_STEP = 0.8;

    /**
     * How many decoded pixels there are for each pixel of the result, in each direction, when the decoder skips pixels.
     * Fewer would show in fine patterns.
     */
    private static final int SAMPLES_PER_PIXEL = 4;

    /** The types that scaling and encoding are fast with. */
    private static final Set<Integer> PLAIN_TYPES = Set.of(
            BufferedImage.TYPE_INT_RGB,
            BufferedImage.TYPE_INT_ARGB,
            BufferedImage.TYPE_3BYTE_BGR,
            BufferedImage.TYPE_4BYTE_ABGR);

    static {
        ImageIO.setUseCache(false);
    }

    private ImageCodec() {}

    /** An encoded image. */
    record EncodedImage(ImageType type, ImageSize size, byte[] bytes) {

        @Override
        public String toString() {
            return "EncodedImage[" + type + ", " + size + "]";
        }
    }

    /**
     * Makes the image that is stored of an uploaded file: upright, in sRGB, without metadata, and at most {@link #MAX_SIDE}
     * pixels long. The exception names the reason for a refusal.
     */
    static EncodedImage toStored(byte[] file) throws UnreadableImageException {
        return remade(file, MAX_SIDE);
    }

    /** Makes a small image of a file, in the same way. */
    static EncodedImage toPreview(byte[] file) throws UnreadableImageException {
        return remade(file, PREVIEW_SIDE);
    }

    private static EncodedImage remade(byte[] file, int side) throws UnreadableImageException {
        ImageHeader header = ImageHeader.read(file);
        ImageSize wanted = header.size().within(side, side);
        BufferedImage image = upright(scale(decode(file, header, wanted), wanted), header.orientation());
        ImageType type = isTransparent(image) ? ImageType.PNG : ImageType.JPEG;
        byte[] encoded = encode(image, type, STORED_QUALITY);
        while (encoded.length > MAX_STORED_BYTES) {
            ImageSize smaller = new ImageSize(Math.max(1, (int) (image.getWidth() * SHRINK_STEP)), Math.max(1, (int)
                    (image.getHeight() * SHRINK_STEP)));
            image = scale(image, smaller);
            encoded = encode(image, type, STORED_QUALITY);
        }
        return new EncodedImage(type, new ImageSize(image.getWidth(), image.getHeight()), encoded);
    }

    /** Scales a stored image down. */
    static byte[] render(byte[] stored, ImageType type, ImageSize wanted) {
        try {
            ImageHeader header = ImageHeader.read(stored);
            return encode(scale(decode(stored, header, wanted), wanted), type, ANSWERED_QUALITY);
        } catch (UnreadableImageException damaged) {
            throw new IllegalStateException("A stored image is damaged", damaged);
        }
    }

    /**
     * Decodes the first image of a file, in sRGB. If a JPEG is much larger than wanted, the decoder skips pixels.
     */
    private static BufferedImage decode(byte[] file, ImageHeader header, ImageSize wanted)
            throws UnreadableImageException {
        ImageReader reader = reader(header.kind());
        try (ImageInputStream input = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
            reader.setInput(input, true, true);
            ImageReadParam parameters = reader.getDefaultReadParam();
            int step = header.kind() == ImageHeader.Kind.JPEG
                    ? Math.min(
                                    header.size().width() / wanted.width(),
                                    header.size().height() / wanted.height())
                            / SAMPLES_PER_PIXEL
                    : 1;
            if (step > 1) {
                parameters.setSourceSubsampling(step, step, 0, 0);
            }
            if (reader.getWidth(0) != header.size().width()
                    || reader.getHeight(0) != header.size().height()) {
                throw new UnreadableImageException("is a damaged image, or only a part of one");
            }
            return toSrgb(reader.read(0, parameters));
        } catch (IOException | RuntimeException damaged) {
            throw new UnreadableImageException("is a damaged image, or only a part of one");
        } finally {
            reader.dispose();
        }
    }

    /** Finds the decoder. TwelveMonkeys' reads JPEGs that the JDK's refuses, such as those in CMYK. */
    private static ImageReader reader(ImageHeader.Kind kind) {
        boolean isForeign = kind == ImageHeader.Kind.JPEG || kind == ImageHeader.Kind.WEBP;
        Iterator<ImageReader> readers =
                ImageIO.getImageReadersByFormatName(kind.name().toLowerCase(Locale.ROOT));
        while (readers.hasNext()) {
            ImageReader reader = readers.next();
            if (reader.getClass().getName().startsWith(TWELVE_MONKEYS) == isForeign) {
                return reader;
            }
        }
        throw new IllegalStateException("There is no decoder for " + kind);
    }

    /** Converts an image to sRGB with eight bits a channel. */
    private static BufferedImage toSrgb(BufferedImage image) {
        ColorSpace space = image.getColorModel().getColorSpace();
        if (space.getType() == ColorSpace.TYPE_GRAY) {
            return fromGray(image);
        }
        if (!space.isCS_sRGB()) {
            BufferedImage converted = blank(new ImageSize(image.getWidth(), image.getHeight()), hasAlpha(image));
            return new ColorConvertOp(null).filter(image, converted);
        }
        return PLAIN_TYPES.contains(image.getType()) ? image : redraw(image, hasAlpha(image));
    }

    /**
     * Copies gray values as they are. The JDK takes them for linear light and would make them brighter; every browser
     * shows them as sRGB.
     */
    private static BufferedImage fromGray(BufferedImage image) {
        boolean alpha = hasAlpha(image);
        BufferedImage copied = blank(new ImageSize(image.getWidth(), image.getHeight()), alpha);
        Raster raster = image.getRaster();
        int shift = Math.max(0, raster.getSampleModel().getSampleSize(0) - Byte.SIZE);
        int width = image.getWidth();
        int[] grays = new int[width];
        int[] alphas = new int[width];
        Arrays.fill(alphas, 0xFF << shift);
        int[] pixels = new int[width];
        for (int y = 0; y < image.getHeight(); y++) {
            raster.getSamples(0, y, width, 1, 0, grays);
            if (alpha) {
                raster.getSamples(0, y, width, 1, 1, alphas);
            }
            for (int x = 0; x < width; x++) {
                int gray = grays[x] >> shift;
                pixels[x] = alphas[x] >> shift << 24 | gray << 16 | gray << 8 | gray;
            }
            copied.getRaster().setDataElements(0, y, width, 1, pixels);
        }
        return copied;
    }

    private static BufferedImage redraw(BufferedImage image, boolean alpha) {
        BufferedImage drawn = blank(new ImageSize(image.getWidth(), image.getHeight()), alpha);
        Graphics2D graphics = drawn.createGraphics();
        graphics.setComposite(AlphaComposite.Src);
        graphics.drawImage(image, 0, 0, null);
        graphics.dispose();
        return drawn;
    }

    private static BufferedImage scale(BufferedImage image, ImageSize wanted) {
        if (image.getWidth() == wanted.width() && image.getHeight() == wanted.height()) {
            return image;
        }
        BufferedImage scaled = blank(wanted, hasAlpha(image));
        Resizers.PROGRESSIVE.resize(image, scaled);
        return scaled;
    }

    private static BufferedImage upright(BufferedImage image, int orientation) {
        return orientation == 1
                ? image
                : ExifFilterUtils.getFilterForOrientation(Orientation.typeOf(orientation))
                        .apply(image);
    }

    private static boolean hasAlpha(BufferedImage image) {
        return image.getColorModel().hasAlpha();
    }

    private static BufferedImage blank(ImageSize size, boolean alpha) {
        return new BufferedImage(
                size.width(), size.height(), alpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
    }

    private static boolean isTransparent(BufferedImage image) {
        if (!hasAlpha(image)) {
            return false;
        }
        int width = image.getWidth();
        int[] row = new int[width];
        for (int y = 0; y < image.getHeight(); y++) {
            image.getRGB(0, y, width, 1, row, 0, width);
            for (int pixel : row) {
                if (pixel >>> 24 != 0xFF) {
                    return true;
                }
            }
        }
        return false;
    }

    private static byte[] encode(BufferedImage image, ImageType type, float quality) {
        BufferedImage plain = type == ImageType.JPEG && hasAlpha(image) ? redraw(image, false) : image;
        ImageWriter writer = writer(type);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        try (ImageOutputStream output = new MemoryCacheImageOutputStream(bytes)) {
            ImageWriteParam parameters = writer.getDefaultWriteParam();
            if (type == ImageType.JPEG) {
                parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
                parameters.setCompressionQuality(quality);
            }
            writer.setOutput(output);
            writer.write(null, new IIOImage(plain, null, null), parameters);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Finds the JDK's encoder. */
    private static ImageWriter writer(ImageType type) {
        Iterator<ImageWriter> writers = ImageIO.getImageWritersByMIMEType(type.mimeType());
        while (writers.hasNext()) {
            ImageWriter writer = writers.next();
            if (!writer.getClass().getName().startsWith(TWELVE_MONKEYS)) {
                return writer;
            }
        }
        throw new IllegalStateException("There is no encoder for " + type);
    }
}
