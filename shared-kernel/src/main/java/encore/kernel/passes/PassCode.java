package encore.kernel.passes;

import java.security.SecureRandom;

/** Generates the codes of passes: eight letters and digits, without similar ones such as 0 and O. */
public final class PassCode {

    /** The pattern of a code as it is entered, in upper or lower case. */
    public static final String PATTERN = "[A-Za-z0-9]{8}";

    private static final String LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
    private static final int LENGTH = 8;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PassCode() {}

    public static String random() {
        return RANDOM.ints(LENGTH, 0, LETTERS.length())
                .collect(StringBuilder::new, (code, i) -> code.append(LETTERS.charAt(i)), StringBuilder::append)
                .toString();
    }
}
