package encore.query.tags;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.tags.GivenTag;
import encore.kernel.tags.TagQuery.FindGivenTags;
import encore.kernel.tags.TagQuery.FindGivenTagsOfFan;
import encore.query.documents.FanDocumentKeys;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the tags of fans with the times they were given. */
@Component
class FanTagsProjection implements Projection {

    private static final Collection<StoredFanTag> GIVEN =
            Collection.of("given", StoredFanTag.class, Index.on("account", "givenAt"));
    private static final Keyset<StoredFanTag> OLDEST_FIRST = Keyset.byTime(GIVEN, "givenAt", StoredFanTag::givenAt);
    private static final FanDocumentKeys BY_FAN = FanDocumentKeys.of("by_fan");

    /** A tag of a fan. */
    record StoredFanTag(long account, long fanId, long tagId, Instant givenAt) {

        GivenTag toGivenTag() {
            return new GivenTag(fanId, tagId, givenAt);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("fan_tags", List.of(GIVEN, BY_FAN.collection()));
    }

    @EventHandler
    void on(FanTagsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        FanId fan = event.fan();
        for (long tag : event.added()) {
            String key = key(fan, tag);
            if (BY_FAN.add(fan, key, documents)) {
                documents.put(GIVEN, key, new StoredFanTag(fan.account(), fan.number(), tag, recordedEvent.at()));
            }
        }
        for (long tag : event.removed()) {
            BY_FAN.remove(fan, key(fan, tag), documents);
            documents.remove(GIVEN, key(fan, tag));
        }
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        BY_FAN.erase(event.fan(), documents).forEach(key -> documents.remove(GIVEN, key));
    }

    private static String key(FanId fan, long tag) {
        return fan + "." + tag;
    }

    @QueryHandler
    List<GivenTag> find(FindGivenTags query, Documents documents) {
        List<Where> conditions = new ArrayList<>();
        conditions.add(Where.equal("account", query.account()));
        if (query.from() != null || query.before() != null) {
            conditions.add(new Where.Range("givenAt", query.from(), true, query.before(), false));
        }
        return OLDEST_FIRST
                .all(documents, Where.all(conditions.toArray(Where[]::new)))
                .limit(query.limit())
                .map(StoredFanTag::toGivenTag)
                .toList();
    }

    @QueryHandler
    List<GivenTag> find(FindGivenTagsOfFan query, Documents documents) {
        return BY_FAN.of(new FanId(query.account(), query.fanId()), documents).stream()
                .map(key -> documents.get(GIVEN, key))
                .filter(Objects::nonNull)
                .sorted(Comparator.comparing(StoredFanTag::givenAt))
                .map(StoredFanTag::toGivenTag)
                .toList();
    }
}
