package encore.kernel.idols;

import encore.kernel.NameKey;

/**
 * The name of an idol as it is claimed: unique in its account, compared as a {@link NameKey}.
 *
 * @param claimed the value of the claim on a name
 */
public record IdolName(String claimed) {

    /** The space of the claims; their owners are {@link IdolId}s. */
    public static final String SPACE = "idol_name";

    /** Returns the value of the claim on a name. */
    public static String claimed(String name) {
        return NameKey.of(name).text();
    }
}
