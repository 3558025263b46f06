package encore.kernel.operations;

import encore.kernel.privacy.Contact;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A line of a comparison of two versions: first the position of both, then differences and progress, then the end. */
public sealed interface ComparisonLine {

    /**
     * The head of each part. Both versions were at this position while the part was compared. The parts of one
     * comparison may have different positions.
     *
     * @param equal whether all checksums are equal at that position; then nothing more is compared
     * @param documents the number of documents that are compared in this part
     * @param total the approximate number of documents to compare in all parts
     */
    record ComparisonSummary(
            String line, String name, int serving, int beside, long position, boolean equal, long documents, long total)
            implements ComparisonLine {}

    /**
     * A document that differs. Only the account that it belongs to sees its content.
     *
     * @param fields the names of the components that differ; empty when the document is missing in one version
     * @param serving the document in the serving version; null when it is missing, or belongs to another account
     */
    record DocumentDifference(
            String line,
            String collection,
            @Contact String key,
            Kind kind,
            List<String> fields,
            @Contact @Nullable JsonNode serving,
            @Contact @Nullable JsonNode beside)
            implements ComparisonLine {

        public DocumentDifference {
            fields = List.copyOf(fields);
        }
    }

    /** The last line. Without it, the comparison is incomplete. */
    record ComparisonEnd(String line) implements ComparisonLine {}

    /** The kind of a difference: missing in one version, or different. */
    enum Kind {
        ONLY_SERVING,
        ONLY_BESIDE,
        DIFFERENT
    }
}
