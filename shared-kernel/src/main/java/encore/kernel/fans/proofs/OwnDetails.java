package encore.kernel.fans.proofs;

import java.util.Map;

/**
 * The props, custom fields and tags that a session sends for its own fan, as they were sent.
 *
 * @param props texts by name; an empty text removes the prop
 * @param fields texts by the keys of custom fields; an empty text clears the field
 * @param tags by the ids of tags: true gives the tag, false takes it away
 */
public record OwnDetails(Map<String, String> props, Map<String, String> fields, Map<Long, Boolean> tags) {

    public static final OwnDetails NONE = new OwnDetails(Map.of(), Map.of(), Map.of());

    public OwnDetails {
        props = Map.copyOf(props);
        fields = Map.copyOf(fields);
        tags = Map.copyOf(tags);
    }
}
