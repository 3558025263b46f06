package encore.kernel.tags;

import encore.kernel.NameKey;

/**
 * The name of a tag as it is claimed: unique in its account, compared as a {@link NameKey}.
 *
 * @param claimed the value of the claim on a name
 */
public record TagName(String claimed) {

    /** The space of the claims; their owners are {@link TagId}s. */
    public static final String SPACE = "tag";

    /** The largest number of characters of a name, without leading and trailing space. */
    public static final int MAX_LENGTH = 128;

    public static TagName of(String name) {
        return new TagName(NameKey.of(name).text());
    }
}
