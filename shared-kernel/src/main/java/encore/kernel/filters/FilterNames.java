package encore.kernel.filters;

import encore.kernel.NameKey;
import encore.kernel.NotPersonal;
import org.jspecify.annotations.Nullable;

/**
 * How a filter is called. A {@link encore.kernel.Patch} changes it.
 *
 * @param filterName each once in its account, compared without case; null only in a change
 * @param groupName what it stands under, with others
 */
public record FilterNames(
        @NotPersonal("what an account calls many") @Nullable String filterName,

        @NotPersonal("what an account calls several filters") @Nullable
        String groupName) {

    public static final FilterNames NONE = new FilterNames(null, null);

    /** The space of the claims on names; their owners are {@link FilterId}s. */
    public static final String SPACE = "filter";

    /** The most characters of a filter's name. */
    public static final int LONGEST = 128;

    /** How a name is claimed and compared. */
    public static String claimed(String filterName) {
        return NameKey.of(filterName).text();
    }
}
