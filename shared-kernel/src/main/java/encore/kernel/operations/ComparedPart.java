package encore.kernel.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a comparison of two versions.
 *
 * @param next what to ask for the part behind it; null when this was the last
 */
public record ComparedPart(
        List<ComparisonLine> lines, @Nullable String next) {

    public ComparedPart {
        lines = List.copyOf(lines);
    }
}
