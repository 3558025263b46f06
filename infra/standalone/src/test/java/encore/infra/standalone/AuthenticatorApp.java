package encore.infra.standalone;

import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An app that shows codes by RFC 6238, as on a person's phone. Each code works once, so it never shows one again. */
final class AuthenticatorApp {

    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int STEP_SECONDS = 30;

    private final byte[] secret;
    private long lastStep;

    /** Takes a secret in Base32, with spaces for the eye or without. */
    AuthenticatorApp(String base32) {
        secret = decode(base32.replaceAll("[\\s=]", ""));
    }

    /** Returns a code of this half minute or the next. Waits when these were shown. */
    String nextCode() {
        long step = Math.max(lastStep + 1, now());
        await().atMost(Duration.ofMinutes(2)).until(() -> step <= now() + 1);
        lastStep = step;
        return code(step);
    }

    private static long now() {
        return Instant.now().getEpochSecond() / STEP_SECONDS;
    }

    private String code(long step) {
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(secret, "HmacSHA1"));
            byte[] hash =
                    mac.doFinal(ByteBuffer.allocate(Long.BYTES).putLong(step).array());
            int number = ByteBuffer.wrap(hash).getInt(hash[hash.length - 1] & 0xf) & Integer.MAX_VALUE;
            return "%06d".formatted(number % 1_000_000);
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private static byte[] decode(String base32) {
        ByteBuffer bytes = ByteBuffer.allocate(base32.length() * 5 / 8);
        int bits = 0;
        int held = 0;
        for (char letter : base32.toCharArray()) {
            held = held << 5 | LETTERS.indexOf(letter);
            bits += 5;
            if (bits >= 8) {
                bits -= 8;
                bytes.put((byte) (held >> bits));
                held &= (1 << bits) - 1;
            }
        }
        return bytes.array();
    }
}
