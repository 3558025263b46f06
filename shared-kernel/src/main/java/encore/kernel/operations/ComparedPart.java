package encore.kernel.operations;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A part of a comparison of two versions. Both stood at one position while it was made; the parts of one comparison may
 * stand at different ones.
 *
 * @param equal whether all checksums were equal at that position; then nothing more is compared
 * @param documents how many are compared in this part
 * @param total about how many there are to compare in all
 * @param next what to ask for the part behind it; null when this was the last
 */
public record ComparedPart(
        String name,
        int serving,
        int beside,
        long position,
        boolean equal,
        long documents,
        long total,
        List<Difference> differences,
        @Nullable String next) {

    public ComparedPart {
        differences = List.copyOf(differences);
    }

    /**
     * A document that is not the same in both versions.
     *
     * @param fields the names of the components that differ; empty when it is missing in one of them
     * @param serving null where it is missing; both are null when the document is not the asking account's
     */
    public record Difference(
            String collection,
            String key,
            Kind kind,
            List<String> fields,
            @Nullable JsonNode serving,
            @Nullable JsonNode beside) {

        public Difference {
            fields = List.copyOf(fields);
        }
    }

    /** Where a document is missing, or that it differs. */
    public enum Kind {
        ONLY_SERVING,
        ONLY_BESIDE,
        DIFFERENT
    }
}
