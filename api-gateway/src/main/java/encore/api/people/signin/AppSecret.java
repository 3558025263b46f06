package encore.api.people.signin;

import encore.infra.backend.qrcodes.QrCode;
import encore.kernel.people.NewSecret;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.web.util.UriUtils;

/**
 * The secret of an app for codes, as a page shows it.
 *
 * @param secret in Base32, for those who type it
 * @param otpauthUrl for an app on the same device
 * @param qrSvg the same as a QR code, for an app on another device
 */
public record AppSecret(int generation, String secret, String otpauthUrl, String qrSvg) {

    private static final String ISSUER = "Encore";

    public static AppSecret of(NewSecret secret) {
        String url = "otpauth://totp/" + ISSUER + ":" + UriUtils.encode(secret.email(), StandardCharsets.UTF_8)
                + "?secret=" + secret.secret() + "&issuer=" + ISSUER;
        // An address has at most 254 characters, which a QR code holds.
        QrCode code = Objects.requireNonNull(QrCode.of(url));
        return new AppSecret(secret.generation(), secret.secret(), url, code.svg());
    }

    @Override
    public String toString() {
        return "AppSecret[" + generation + "]";
    }
}
