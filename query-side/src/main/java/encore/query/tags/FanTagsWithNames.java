package encore.query.tags;

import encore.kernel.fans.Fan;
import encore.kernel.fans.FanQuery.FindFans;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.tags.GivenTag;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagQuery.FindFanTags;
import encore.kernel.tags.TagQuery.FindGivenTags;
import encore.kernel.tags.TagQuery.FindGivenTagsOfFan;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import encore.kernel.tags.TaggedFan;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Joins tags of fans with their names and with the fans as they are now. Fans that were erased a moment ago are left
 * out.
 */
@Component
class FanTagsWithNames implements QueryComponent {

    private static final int BATCH_SIZE = 500;

    private final QueryGateway queryGateway;

    FanTagsWithNames(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    List<TaggedFan> find(FindFanTags query) {
        List<GivenTag> given =
                queryGateway.ask(new FindGivenTags(query.account(), query.from(), query.before(), query.limit()));
        List<TaggedFan> named = new ArrayList<>(given.size());
        for (int at = 0; at < given.size(); at += BATCH_SIZE) {
            named.addAll(withNames(query.account(), given.subList(at, Math.min(at + BATCH_SIZE, given.size()))));
        }
        return named;
    }

    @QueryHandler
    List<TaggedFan> find(FindTagsOfFan query) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        return withNames(query.account(), queryGateway.ask(new FindGivenTagsOfFan(query.account(), query.fanId())));
    }

    private List<TaggedFan> withNames(long account, List<GivenTag> given) {
        if (given.isEmpty()) {
            return List.of();
        }
        Map<Long, String> names = queryGateway.ask(new FindSomeTags(account, distinct(given, GivenTag::tagId))).stream()
                .collect(Collectors.toMap(Tag::tagId, Tag::tagName));
        Map<Long, Fan> fans = queryGateway.ask(new FindFans(account, distinct(given, GivenTag::fanId), false)).stream()
                .collect(Collectors.toMap(Fan::fanId, Function.identity()));
        List<TaggedFan> named = new ArrayList<>(given.size());
        for (GivenTag one : given) {
            Fan fan = fans.get(one.fanId());
            String name = names.get(one.tagId());
            if (fan != null && name != null) {
                named.add(new TaggedFan(
                        name, one.tagId(), one.fanId(), one.givenAt(), fan.firstName(), fan.lastName(), fan.email()));
            }
        }
        return named;
    }

    private static List<Long> distinct(List<GivenTag> given, Function<GivenTag, Long> id) {
        return given.stream().map(id).distinct().toList();
    }
}
