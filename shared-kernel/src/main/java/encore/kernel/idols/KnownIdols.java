package encore.kernel.idols;

import encore.kernel.NameKey;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells which of some names are names of idols.
 *
 * @param nameKeys those of them, as names are compared
 */
public record KnownIdols(Set<String> nameKeys) {

    public KnownIdols {
        nameKeys = Set.copyOf(nameKeys);
    }

    /** Whether an idol of the account is called so, of the names that were asked for. */
    public boolean has(@Nullable String name) {
        return name != null && nameKeys.contains(NameKey.of(name).text());
    }
}
