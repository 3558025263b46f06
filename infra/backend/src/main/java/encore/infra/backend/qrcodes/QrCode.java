package encore.infra.backend.qrcodes;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.EncodeHintType;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.QRCodeWriter;
import com.google.zxing.qrcode.decoder.ErrorCorrectionLevel;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Draws QR codes. */
public final class QrCode {

    /** The most characters that a QR code holds at this level of error correction, if they are of one byte each. */
    public static final int LONGEST = 2_330;

    private static final Map<EncodeHintType, Object> HINTS = Map.of(
            EncodeHintType.ERROR_CORRECTION,
            ErrorCorrectionLevel.M,
            EncodeHintType.CHARACTER_SET,
            StandardCharsets.UTF_8.name());

    private QrCode() {}

    /**
     * Draws a QR code in black and white.
     *
     * @param text not empty
     * @param pixels the width and height of the image; a code that needs more pixels makes the image larger
     * @return a PNG file
     * @throws IllegalArgumentException if the text is too long for a QR code
     */
    public static byte[] png(String text, int pixels) {
        try {
            BitMatrix matrix = new QRCodeWriter().encode(text, BarcodeFormat.QR_CODE, pixels, pixels, HINTS);
            return new OneBitPng(matrix.getWidth(), matrix.getHeight(), matrix::get).bytes();
        } catch (WriterException tooLong) {
            throw new IllegalArgumentException("The text is too long for a QR code.", tooLong);
        }
    }
}
