package encore.kernel.filters;

import encore.kernel.NameKey;
import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import org.jspecify.annotations.Nullable;

/**
 * The names of a filter. A {@link encore.kernel.Patch} changes them.
 *
 * @param filterName the name, unique in its account and compared without case; null only in a change
 * @param groupName the name of the group that the filter belongs to
 */
public record FilterNames(
        @ListedName @NotPersonal("a name for many fans") @Nullable
        String filterName,

        @NotPersonal("a name for a group of filters") @Nullable
        String groupName) {

    public static final FilterNames NONE = new FilterNames(null, null);

    /** The space of the claims on names; their owners are {@link FilterId}s. */
    public static final String SPACE = "filter";

    /** The largest number of characters of a filter's name. */
    public static final int MAX_LENGTH = 128;

    /** Returns the value of the claim on a name. */
    public static String claimed(String filterName) {
        return NameKey.of(filterName).text();
    }
}
