package encore.kernel.rewards.codes;

import encore.kernel.names.Blanks;
import java.util.ArrayList;
import java.util.List;

/** A list of prize codes, as a call sends it. */
public record PrizeCodes(List<String> codes) {

    /** The most codes of one event. */
    public static final int CHUNK = 500;

    /** The most codes of one call. */
    public static final int MAX_OF_A_CALL = 10_000;

    /** The most codes of a reward. */
    public static final int MOST = 100_000;

    /** The most characters of a code. */
    public static final int LONGEST = 128;

    /** The most characters of a list of codes. The bound of a body is reached first. */
    public static final int LONGEST_TEXT = 1_048_576;

    public PrizeCodes {
        codes = List.copyOf(codes);
    }

    /**
     * Splits a text at commas, line feeds, and carriage returns with line feeds. Each code is trimmed, and empty ones are
     * left out. A code that occurs twice is twice in the answer.
     */
    public static PrizeCodes split(String text) {
        List<String> codes = new ArrayList<>();
        for (String part : text.split("[,\\r\\n]", -1)) {
            String code = Blanks.trim(part);
            if (!code.isEmpty()) {
                codes.add(code);
            }
        }
        return new PrizeCodes(codes);
    }
}
