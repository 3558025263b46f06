package encore.kernel.idols;

import encore.kernel.NameKey;

/**
 * Names of idols as they are claimed: each once in its account, as names are compared.
 *
 * @param claimed the value of the claim on a name
 */
public record IdolNames(String claimed) {

    /** The space of the claims; their owners are {@link IdolId}s. */
    public static final String SPACE = "idol_name";

    /** The value of the claim on a name. */
    public static String claimed(String name) {
        return NameKey.of(name).text();
    }
}
