package encore.infra.backend.qrcodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.DecodeHintType;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class QrCodeTest {

    @Test
    void ten_thousand_random_codes_are_read_again() throws Exception {
        Random random = new Random(42);
        for (int i = 0; i < 10_000; i++) {
            String text = text(random, 1 + random.nextInt(i % 200 == 0 ? 2_000 : 120), i % 3);
            QrCode code = Objects.requireNonNull(QrCode.of(text));
            int pixels = code.leastPixels() * (1 + random.nextInt(3)) + random.nextInt(code.leastPixels());
            assertThat(decoded(code.png(pixels), pixels)).isEqualTo(text);
        }
    }

    @Test
    void the_image_has_its_size_its_colours_and_a_margin_of_four_modules() throws IOException {
        QrCode code = Objects.requireNonNull(QrCode.of("https://fans.example/t/1"));
        int pixels = 400;
        BufferedImage image = image(code.png(pixels, 0x336699, 0xFFEEDD));
        assertThat(image.getWidth()).isEqualTo(pixels);
        assertThat(image.getHeight()).isEqualTo(pixels);
        int margin = 4 * (pixels / code.leastPixels());
        boolean sawFront = false;
        for (int y = 0; y < pixels; y++) {
            for (int x = 0; x < pixels; x++) {
                int colour = image.getRGB(x, y) & 0xFFFFFF;
                boolean isMargin = Math.min(Math.min(x, y), pixels - 1 - Math.max(x, y)) < margin;
                assertThat(colour).isIn(isMargin ? new Integer[] {0xFFEEDD} : new Integer[] {0xFFEEDD, 0x336699});
                sawFront |= colour == 0x336699;
            }
        }
        assertThat(sawFront).isTrue();
    }

    @Test
    void the_drawing_has_the_squares_of_the_image() throws IOException {
        QrCode code =
                Objects.requireNonNull(QrCode.of("otpauth://totp/Encore:ada@arena.example?secret=JBSWY3DPEHPK3PXP"));
        int side = code.leastPixels();
        BufferedImage image = image(code.png(side));
        String svg = code.svg();
        assertThat(svg).startsWith("<svg ").contains("viewBox=\"0 0 " + side + " " + side + "\"");
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                boolean isBlack = (image.getRGB(x, y) & 0xFFFFFF) == 0;
                assertThat(svg.contains("M" + x + " " + y + "h1v1h-1z")).isEqualTo(isBlack);
            }
        }
    }

    @Test
    void five_thousand_pixels_are_small() throws IOException {
        byte[] png = Objects.requireNonNull(QrCode.of("a".repeat(300))).png(5_000);
        assertThat(png.length).isLessThan(200_000);
        assertThat(image(png).getWidth()).isEqualTo(5_000);
    }

    @Test
    void a_text_too_long_for_m_has_l_and_one_too_long_for_l_is_no_code() {
        assertThat(QrCode.of("a".repeat(2_331))).isNotNull();
        assertThat(QrCode.of("a".repeat(QrCode.MAX_BYTES))).isNotNull();
        assertThat(QrCode.of("a".repeat(QrCode.MAX_BYTES + 1))).isNull();
        assertThat(QrCode.of("ü".repeat(1_477))).isNull();
    }

    private static String text(Random random, int length, int kind) {
        return random.ints(length)
                .mapToObj(number -> Character.toString(
                        switch (kind) {
                            case 0 -> '0' + Math.floorMod(number, 10);
                            case 1 -> ' ' + Math.floorMod(number, 95);
                            default -> "äßéñ日本🎸ü€x".codePoints().toArray()[Math.floorMod(number, 10)];
                        }))
                .limit(kind == 2 ? 400 : length)
                .collect(Collectors.joining());
    }

    private static String decoded(byte[] png, int pixels) throws IOException, ReaderException {
        BufferedImage image = image(png);
        int[] colours = image.getRGB(0, 0, pixels, pixels, null, 0, pixels);
        var bitmap = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(pixels, pixels, colours)));
        return new QRCodeReader()
                .decode(bitmap, Map.of(DecodeHintType.PURE_BARCODE, true))
                .getText();
    }

    private static BufferedImage image(byte[] png) throws IOException {
        return Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(png)));
    }
}
