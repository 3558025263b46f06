package encore.kernel.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a comparison of two versions.
 *
 * @param next the key to continue after; null when this was the last part
 */
public record ComparisonPage(
        List<ComparisonLine> lines, @Nullable String next) {

    public ComparisonPage {
        lines = List.copyOf(lines);
    }
}
