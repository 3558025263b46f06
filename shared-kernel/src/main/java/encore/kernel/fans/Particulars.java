package encore.kernel.fans;

import encore.kernel.tags.TagWish;
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
public record Particulars(Map<String, String> fields, List<TagWish> tags) {

    public static final Particulars NONE = new Particulars(Map.of(), List.of());

    public Particulars {
        fields = Map.copyOf(fields);
        tags = List.copyOf(tags);
    }

    /**
     * The custom fields and tags after the texts were parsed by the types of their fields.
     *
     * @param values the values by key
     * @param cleared the keys of the fields to clear
     */
    public record Read(ObjectNode values, List<String> cleared, List<TagWish> tags) {

        public static final Read NOTHING = of(List.of());

        public Read {
            cleared = List.copyOf(cleared);
            tags = List.copyOf(tags);
        }

        public static Read of(List<TagWish> tags) {
            return new Read(JsonNodeFactory.instance.objectNode(), List.of(), tags);
        }
    }
}
