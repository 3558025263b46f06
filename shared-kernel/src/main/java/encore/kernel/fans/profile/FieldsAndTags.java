package encore.kernel.fans.profile;

import encore.kernel.tags.RequestedTag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The custom fields and tags that a call sends for a fan, as they were sent.
 *
 * @param fields texts by the keys of custom fields; an empty text clears the field
 * @param tags each name once
 * @param listedTags the names of those tags that a sign-up sent in one text, {@code tag_names}
 */
public record FieldsAndTags(Map<String, String> fields, List<RequestedTag> tags, Set<String> listedTags) {

    public static final FieldsAndTags NONE = new FieldsAndTags(Map.of(), List.of());

    public FieldsAndTags {
        fields = Map.copyOf(fields);
        tags = List.copyOf(tags);
        listedTags = Set.copyOf(listedTags);
    }

    public FieldsAndTags(Map<String, String> fields, List<RequestedTag> tags) {
        this(fields, tags, Set.of());
    }

    /** Returns the parameter of a sign-up that named the tag. */
    public String parameterOf(String tagName) {
        return listedTags.contains(tagName) ? "tag_names" : "tag_name";
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
