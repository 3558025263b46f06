package encore.api.fans;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.tags.TagName;
import encore.kernel.tags.TagWish;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the parameter family {@code tag_<name>}: true adds a tag, false removes it. */
final class Tags {

    private Tags() {}

    static List<TagWish> wishes(Map<String, Boolean> said) {
        Map<TagName, TagWish> wishes = new LinkedHashMap<>();
        said.forEach((name, given) -> {
            String tag = name.strip();
            if (tag.isEmpty() || tag.codePointCount(0, tag.length()) > TagName.LONGEST) {
                throw Problem.input(
                        "tag_" + name,
                        ErrorCode.LENGTH,
                        "must be tag_ and a name of at most " + TagName.LONGEST + " characters");
            }
            TagWish before = wishes.putIfAbsent(TagName.of(tag), new TagWish(tag, given, Ids.number()));
            if (before != null && before.isGiven() != given) {
                throw Problem.input("tag_" + name, ErrorCode.GIVEN_TWICE, "is given twice, with different values");
            }
        });
        return List.copyOf(wishes.values());
    }
}
