package encore.kernel.idols;

import encore.kernel.NameKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of a query that are names of idols.
 *
 * @param nameKeys texts of {@link NameKey}s
 */
public record KnownIdols(Set<String> nameKeys) {

    public KnownIdols {
        nameKeys = Set.copyOf(nameKeys);
    }

    /** Returns whether the account has an idol with this name, which must be one of those in the query. */
    public boolean contains(@Nullable String name) {
        return name != null && nameKeys.contains(NameKey.compared(name).text());
    }
}
