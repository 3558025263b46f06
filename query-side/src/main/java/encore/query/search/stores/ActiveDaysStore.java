package encore.query.search.stores;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.query.chunks.Chunk;
import encore.query.documents.Keyset;
import encore.query.search.index.FanIndex;
import java.util.List;

/** Stores the days on which fans were active. An activity counts at its own time, else at its stamp. */
public final class ActiveDaysStore implements FacetStore {

    private static final Collection<Chunk> ACTIVE = Collection.of("active_days", Chunk.class);

    @Override
    public List<Collection<?>> collections() {
        return List.of(ACTIVE);
    }

    public void fold(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String key = Chunk.key(recordedEvent.position());
        Chunk previous = documents.get(ACTIVE, key);
        String account = Long.toString(event.fan().account());
        long at = event.timeOf(recordedEvent.at()).toEpochMilli();
        documents.put(
                ACTIVE,
                key,
                Chunk.with(
                        previous,
                        recordedEvent.position(),
                        at,
                        account,
                        event.fan().number(),
                        0));
    }

    @Override
    public void load(Documents documents, FanIndex fanIndex) {
        Keyset.byKey(ACTIVE)
                .all(documents, Where.all())
                .forEach(chunk -> chunk.forEach((position, at, account, fan, count) ->
                        fanIndex.account(Long.parseLong(account)).addActiveDay(fan, at)));
    }
}
