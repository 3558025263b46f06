package encore.query.search;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.query.projection.Chunk;
import encore.query.projection.Keyset;
import java.util.List;

/** Stores the days on which fans were active. */
final class KeptDays implements Kept {

    private static final Collection<Chunk> ACTIVE = Collection.of("active_days", Chunk.class);

    @Override
    public List<Collection<?>> collections() {
        return List.of(ACTIVE);
    }

    void fold(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        String key = Chunk.key(recorded.position());
        Chunk before = documents.get(ACTIVE, key);
        String account = Long.toString(event.fan().account());
        long at = recorded.at().toEpochMilli();
        documents.put(
                ACTIVE,
                key,
                Chunk.with(before, recorded.position(), at, account, event.fan().number(), 0));
    }

    @Override
    public void load(Documents documents, FansInMemory memory) {
        Keyset.byKey(ACTIVE)
                .all(documents, Where.all())
                .forEach(chunk -> chunk.forEach((position, at, account, fan, count) ->
                        memory.account(Long.parseLong(account)).active(fan, at)));
    }
}
