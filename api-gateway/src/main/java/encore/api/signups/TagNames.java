package encore.api.signups;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.kernel.fans.profile.FieldsAndTags;
import encore.kernel.names.Blanks;
import encore.kernel.tags.RequestedTag;
import encore.kernel.tags.TagName;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the fields of a sign-up and its tags, which come in two parameters. Each name counts once. */
final class TagNames {

    private static final int MOST = 50;

    private TagNames() {}

    /** @param separated names with commas between them */
    static FieldsAndTags read(Map<String, String> fields, List<String> repeated, @Nullable String separated) {
        Map<TagName, RequestedTag> tags = new LinkedHashMap<>();
        repeated.forEach(name -> add("tag_name", name, tags));
        Set<TagName> named = Set.copyOf(tags.keySet());
        if (separated != null) {
            Arrays.stream(separated.split(",")).forEach(name -> add("tag_names", name, tags));
        }
        if (tags.size() > MOST) {
            throw Problem.input(
                    repeated.size() > MOST ? "tag_name" : "tag_names", ErrorCode.LENGTH, "must be at most 50 tags");
        }
        Set<String> listed = tags.entrySet().stream()
                .filter(tag -> !named.contains(tag.getKey()))
                .map(tag -> tag.getValue().name())
                .collect(Collectors.toSet());
        return new FieldsAndTags(fields, List.copyOf(tags.values()), listed);
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
