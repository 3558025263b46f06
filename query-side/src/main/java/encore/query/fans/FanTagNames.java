package encore.query.fans;

import encore.kernel.fans.Fan;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.query.projection.QueryGateway;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The names of some fans' tags. They are queried for these fans only, because an account may have many tags. */
record FanTagNames(Map<Long, String> names) {

    static FanTagNames of(long account, List<StoredFan> fans, QueryGateway queryGateway) {
        List<Long> tags =
                fans.stream().flatMap(fan -> fan.tags().stream()).distinct().toList();
        return new FanTagNames(
                tags.isEmpty()
                        ? Map.of()
                        : queryGateway.ask(new FindSomeTags(account, tags)).stream()
                                .collect(Collectors.toMap(Tag::tagId, Tag::tagName)));
    }

    List<Fan.Tag> of(StoredFan fan) {
        return fan.tags().stream()
                .filter(names::containsKey)
                .map(tag -> new Fan.Tag(tag, Objects.requireNonNull(names.get(tag))))
                .toList();
    }
}
