package encore.query.completions;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.tags.Tag;
import encore.kernel.tags.TagName;
import encore.kernel.tags.TagQuery.FindSomeTags;
import encore.kernel.tags.TagQuery.FindTagsOfFan;
import encore.kernel.time.Moment;
import encore.query.projection.QueryGateway;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Finds the tags that a fan had at a moment. Projections know the present ones; the fan's stream knows the others. */
@Component
class TagsAtMoment {

    private static final int PAGE = 1_000;

    private final QueryGateway queryGateway;
    private final EventTail tail;

    TagsAtMoment(QueryGateway queryGateway, EventTail tail) {
        this.queryGateway = queryGateway;
        this.tail = tail;
    }

    /** Returns the names of the tags, as they are compared. */
    Set<String> find(FanId fan, Moment then) {
        Stream<String> names = then.isNow()
                ? queryGateway.ask(new FindTagsOfFan(fan.account(), fan.number())).stream()
                        .map(tag -> tag.tagName())
                : names(fan, tagIds(fan, then));
        return names.map(name -> TagName.of(name).claimed()).collect(Collectors.toSet());
    }

    private Stream<String> names(FanId fan, Set<Long> tagIds) {
        return tagIds.isEmpty()
                ? Stream.empty()
                : queryGateway.ask(new FindSomeTags(fan.account(), List.copyOf(tagIds))).stream()
                        .map(Tag::tagName);
    }

    private Set<Long> tagIds(FanId fan, Moment then) {
        Set<Long> tagIds = new HashSet<>();
        long after = 0;
        List<RecordedEvent> read;
        do {
            read = tail.readStream(fan.toString(), after, PAGE);
            for (RecordedEvent one : read) {
                after = one.position();
                if (after <= then.position() && one.event() instanceof FanTagsChanged changed) {
                    tagIds.addAll(changed.added());
                    changed.removed().forEach(tagIds::remove);
                }
            }
        } while (read.size() == PAGE && after < then.position());
        return tagIds;
    }
}
