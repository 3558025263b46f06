package encore.kernel.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A line of a comparison of two versions: where both stand, then what differs and how far it is, then the end. */
public sealed interface ComparisonLine {

    /**
     * One for each part. Both versions stood at one position while it was made; the parts of one comparison may stand at
     * different ones.
     *
     * @param equal whether all checksums were equal at that position; then nothing more is compared
     * @param documents how many are compared in this part
     * @param total about how many there are to compare in all
     */
    record Compared(
            String line, String name, int serving, int beside, long position, boolean equal, long documents, long total)
            implements ComparisonLine {}

    /**
     * A document that is not the same in both; shown whole to the account that it belongs to, to nobody else.
     *
     * @param fields the names of the components that differ; empty when it is missing in one of them
     * @param serving null where it is missing; both are null when the document is not the asking account's
     */
    record Differing(
            String line,
            String collection,
            String key,
            Kind kind,
            List<String> fields,
            @Nullable JsonNode serving,
            @Nullable JsonNode beside)
            implements ComparisonLine {

        public Differing {
            fields = List.copyOf(fields);
        }
    }

    /** The last line: without it, something is missing. */
    record Ended(String line) implements ComparisonLine {}

    /** Says where a document is missing, or that it differs. */
    enum Kind {
        ONLY_SERVING,
        ONLY_BESIDE,
        DIFFERENT
    }
}
