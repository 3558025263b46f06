package encore.infra.backend.qrcodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.zxing.BinaryBitmap;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.common.HybridBinarizer;
import com.google.zxing.qrcode.QRCodeReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QrCodeTest {

    private static final String UID = "0192f3c1-0000-7000-8000-000000000001";

    @ParameterizedTest
    @ValueSource(ints = {1, 100, 399, 400, 1_001})
    void an_image_is_read_back(int pixels) throws Exception {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(QrCode.png(UID, pixels)));
        assertThat(image.getColorModel().getPixelSize()).isEqualTo(1);
        assertThat(image.getWidth()).isEqualTo(image.getHeight()).isGreaterThanOrEqualTo(pixels);
        assertThat(read(image)).isEqualTo(UID);
    }

    @Test
    void any_text_is_read_back() throws Exception {
        String text = "Käse & \uD83E\uDDC0 " + "x".repeat(1_000);
        assertThat(read(ImageIO.read(new ByteArrayInputStream(QrCode.png(text, 400)))))
                .isEqualTo(text);
    }

    @Test
    void a_text_that_does_not_fit_is_refused() {
        assertThat(QrCode.png("x".repeat(QrCode.LONGEST), 400)).isNotEmpty();
        assertThatThrownBy(() -> QrCode.png("x".repeat(QrCode.LONGEST + 1), 400))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static String read(BufferedImage image) throws Exception {
        // A code without any scaling has modules of one pixel, which the binarizer cannot tell apart.
        int scale = image.getWidth() < 100 ? 4 : 1;
        int side = image.getWidth() * scale;
        int[] pixels = new int[side * side];
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                pixels[y * side + x] = image.getRGB(x / scale, y / scale);
            }
        }
        return new QRCodeReader()
                .decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(side, side, pixels))))
                .getText();
    }
}
