package encore.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of an ordered walk.
 *
 * @param first the key of the first row, null when there is none
 * @param last the key of the last row, null when there is none
 * @param more whether rows follow behind the last
 * @param position the log position up to which the projection had read
 */
public record Page<T>(
        List<T> rows, @Nullable String first, @Nullable String last, boolean more, long position) {

    public Page {
        rows = List.copyOf(rows);
    }
}
