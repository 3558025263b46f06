package encore.kernel.fans;

import encore.kernel.tags.TagWish;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a call says of a fan beside its profile, as it was given.
 *
 * @param fields texts by the keys of custom fields; an empty one clears
 * @param tags each name once
 */
public record Particulars(Map<String, String> fields, List<TagWish> tags) {

    public static final Particulars NONE = new Particulars(Map.of(), List.of());

    public Particulars {
        fields = Map.copyOf(fields);
        tags = List.copyOf(tags);
    }

    /**
     * The same, when the texts were read as what their fields hold.
     *
     * @param values by key
     * @param cleared keys of fields that the fan shall have no value of
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
