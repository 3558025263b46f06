package encore.api.signups;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.names.Blanks;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagName;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the tags of a sign-up, which two parameters add up to. Each name counts once. */
final class TagNames {

    private static final int MOST = 50;

    private TagNames() {}

    /** @param separated names with commas between them */
    static List<RequestedTag> read(List<String> repeated, @Nullable String separated) {
        Map<TagName, RequestedTag> tags = new LinkedHashMap<>();
        repeated.forEach(name -> add("tag_name", name, tags));
        if (separated != null) {
            Arrays.stream(separated.split(",")).forEach(name -> add("tag_names", name, tags));
        }
        if (tags.size() > MOST) {
            throw Problem.input(
                    repeated.size() > MOST ? "tag_name" : "tag_names", ErrorCode.LENGTH, "must be at most 50 tags");
        }
        return List.copyOf(tags.values());
    }

    private static void add(String parameter, String given, Map<TagName, RequestedTag> tags) {
        String name = Blanks.trim(given);
        if (name.isEmpty()) {
            return;
        }
        if (name.codePointCount(0, name.length()) > TagName.MAX_LENGTH) {
            throw Problem.input(
                    parameter, ErrorCode.LENGTH, "must be names of at most " + TagName.MAX_LENGTH + " characters");
        }
        tags.putIfAbsent(TagName.of(name), new RequestedTag(name, true, Ids.number()));
    }
}
