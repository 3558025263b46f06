package encore.kernel.tags;

import encore.kernel.NameKey;

/**
 * Names of tags as they are claimed: each once in its account, as names are compared.
 *
 * @param claimed the value of the claim on a name
 */
public record TagName(String claimed) {

    /** The space of the claims; their owners are {@link TagId}s. */
    public static final String SPACE = "tag";

    /** The most characters of a name, space around it left out. */
    public static final int LONGEST = 128;

    public static TagName of(String name) {
        return new TagName(NameKey.of(name).text());
    }
}
