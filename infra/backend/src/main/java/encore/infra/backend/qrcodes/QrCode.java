package encore.infra.backend.qrcodes;

import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import com.google.zxing.qrcode.encoder.ByteMatrix;
import com.google.zxing.qrcode.encoder.Encoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A QR code, drawn in two colours. Its error correction is M, or L where M does not hold the text. ASCII stands in it as it is,
 * and any other text as UTF-8 that is declared, because readers take undeclared Latin-1 for something else.
 */
public final class QrCode {

    /** The most bytes of a text that a QR code holds. */
    public static final int MAX_BYTES = 2_953;

    /** Modules of the margin at each side, at least. */
    private static final int MARGIN = 4;

    private static final int BLACK = 0;
    private static final int WHITE = 0xFFFFFF;

    private final ByteMatrix modules;

    private QrCode(ByteMatrix modules) {
        this.modules = modules;
    }

    /** Returns the code of a text that is not empty; null if the text is too long. */
    public static @Nullable QrCode of(String text) {
        ByteMatrix modules = modules(text, ErrorCorrectionLevel.M);
        if (modules == null) {
            modules = modules(text, ErrorCorrectionLevel.L);
        }
        return modules == null ? null : new QrCode(modules);
    }

    private static @Nullable ByteMatrix modules(String text, ErrorCorrectionLevel level) {
        boolean isAscii = text.chars().allMatch(character -> character < 0x80);
        Map<EncodeHintType, ?> hints =
                isAscii ? Map.of() : Map.of(EncodeHintType.CHARACTER_SET, StandardCharsets.UTF_8.name());
        try {
            return Encoder.encode(text, level, hints).getMatrix();
        } catch (WriterException tooLong) {
            return null;
        }
    }

    /** Returns the least pixels of an image's side. */
    public int leastPixels() {
        return modules.getWidth() + 2 * MARGIN;
    }

    /** Draws the code in black on white. */
    public byte[] png(int pixels) {
        return png(pixels, BLACK, WHITE);
    }

    /**
     * Draws the code. Each module has the same number of whole pixels.
     *
     * @param pixels the width and height of the image, at least {@link #leastPixels()}
     * @param front the colour of the modules, as 0xRRGGBB
     * @param back the colour of the background
     * @return a PNG file
     */
    public byte[] png(int pixels, int front, int back) {
        int count = modules.getWidth();
        int scale = pixels / leastPixels();
        int start = (pixels - count * scale) / 2;
        try (PalettePng png = new PalettePng(pixels, pixels, front, back)) {
            png.beginRow();
            png.endRow(start);
            for (int y = 0; y < count; y++) {
                png.beginRow();
                for (int x = 0; x < count; x++) {
                    if (modules.get(x, y) == 1) {
                        png.set(start + x * scale, scale);
                    }
                }
                png.endRow(scale);
            }
            png.beginRow();
            png.endRow(pixels - start - count * scale);
            return png.bytes();
        }
    }

    /** Returns the code in black on white as an SVG document. Each module is a square of one unit. */
    public String svg() {
        int side = leastPixels();
        StringBuilder squares = new StringBuilder();
        for (int y = 0; y < modules.getHeight(); y++) {
            for (int x = 0; x < modules.getWidth(); x++) {
                if (modules.get(x, y) == 1) {
                    squares.append('M')
                            .append(x + MARGIN)
                            .append(' ')
                            .append(y + MARGIN)
                            .append("h1v1h-1z");
                }
            }
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + side + " " + side
                + "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h" + side + "v" + side
                + "H0z\"/><path fill=\"#000\" d=\"" + squares + "\"/></svg>";
    }
}
