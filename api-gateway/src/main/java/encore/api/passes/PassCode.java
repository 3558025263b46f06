package encore.api.passes;

import java.security.SecureRandom;

/** Mints what stands on a pass: eight letters and digits, without those that look like others. */
final class PassCode {

    /** How one is spelled, in any case. */
    static final String SPELLING = "[A-Za-z0-9]{8}";

    private static final String LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    private static final int LENGTH = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PassCode() {}

    static String minted() {
        return RANDOM.ints(LENGTH, 0, LETTERS.length())
                .collect(StringBuilder::new, (code, i) -> code.append(LETTERS.charAt(i)), StringBuilder::append)
                .toString();
    }
}
