package encore.api.fans.input;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the parameter family {@code tag_<name>}: true adds a tag, false removes it. */
public final class TagFamily {

    private TagFamily() {}

    public static List<RequestedTag> read(Map<String, Boolean> family) {
        Map<TagName, RequestedTag> requestedTags = new LinkedHashMap<>();
        family.forEach((name, given) -> {
            String tag = Blanks.trim(name);
            if (tag.isEmpty() || tag.codePointCount(0, tag.length()) > TagName.MAX_LENGTH) {
                throw Problem.input(
                        "tag_" + name,
                        ErrorCode.LENGTH,
                        "must be tag_ and a name of at most " + TagName.MAX_LENGTH + " characters");
            }
            RequestedTag previous =
                    requestedTags.putIfAbsent(TagName.of(tag), new RequestedTag(tag, given, Ids.number()));
            if (previous != null && previous.isGiven() != given) {
                throw Problem.input("tag_" + name, ErrorCode.GIVEN_TWICE, "is given twice, with different values");
            }
        });
        return List.copyOf(requestedTags.values());
    }
}
