package encore.kernel.fans.profile;

import encore.kernel.tags.RequestedTag;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The custom fields and tags that a call sends for a fan, as they were sent.
 *
 * @param fields texts by the keys of custom fields; an empty text clears the field
 * @param tags each name once
 */
public record FieldsAndTags(Map<String, String> fields, List<RequestedTag> tags) {

    public static final FieldsAndTags NONE = new FieldsAndTags(Map.of(), List.of());

    public FieldsAndTags {
        fields = Map.copyOf(fields);
        tags = List.copyOf(tags);
    }

    /**
     * The custom fields and tags after the texts were parsed by the types of their fields.
     *
     * @param values the values by key
     * @param cleared the keys of the fields to clear
     */
    public record ParsedFieldsAndTags(ObjectNode values, List<String> cleared, List<RequestedTag> tags) {

        public static final ParsedFieldsAndTags NONE = of(List.of());

        public ParsedFieldsAndTags {
            cleared = List.copyOf(cleared);
            tags = List.copyOf(tags);
        }

        public static ParsedFieldsAndTags of(List<RequestedTag> tags) {
            return new ParsedFieldsAndTags(JsonNodeFactory.instance.objectNode(), List.of(), tags);
        }
    }
}
