package encore.query.campaigns;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaigns.EntryCounts;
import encore.kernel.campaigns.FanCounts;
import encore.kernel.campaigns.StatsQuery.CountEntries;
import encore.kernel.campaigns.StatsQuery.CountFans;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.query.image.Image;
import encore.query.projection.Chunk;
import encore.query.projection.Impersonal;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the entries of campaigns, and counts fans by place and consent in a window of days. */
@Component
class EntriesProjection implements Projection.Imaged {

    private static final Collection<Chunk> ENTRIES = Collection.of("entries", Chunk.class);
    private static final Collection<StatsFan> FANS = Collection.of("stats_fans", StatsFan.class);

    private static final int SOME = 500;

    private volatile AllEntries entries = new AllEntries();

    /** The position of the last event that is applied to memory. */
    private long reached;

    @Override
    public Views.Shape shape() {
        return new Views.Shape("campaign_entries", List.of(ENTRIES, FANS));
    }

    @Impersonal
    @EventHandler
    void on(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        if (event.pageTabId() != null) {
            String key = Chunk.key(recorded.position());
            documents.put(
                    ENTRIES,
                    key,
                    Chunk.with(
                            documents.get(ENTRIES, key),
                            recorded.position(),
                            recorded.at().toEpochMilli(),
                            event.fan().account() + "." + event.pageTabId(),
                            event.fan().number(),
                            AllEntries.isOptIn(event) ? 1 : 0));
        }
    }

    @EventHandler
    void on(FanRegistered event, Documents.Batch documents) {
        documents.put(FANS, StatsFan.key(event.fan()), StatsFan.of(event));
    }

    @EventHandler
    void on(FanProfileChanged event, Documents.Batch documents) {
        change(event.fan(), fan -> fan.after(event), documents);
    }

    @EventHandler
    void on(FanConsentChanged event, Documents.Batch documents) {
        change(event.fan(), fan -> fan.after(event), documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        documents.remove(FANS, StatsFan.key(event.fan()));
    }

    private static void change(FanId id, UnaryOperator<StatsFan> change, Documents.Batch documents) {
        StatsFan before = documents.get(FANS, StatsFan.key(id));
        StatsFan after = before == null ? null : change.apply(before);
        if (after != null && !after.equals(before)) {
            documents.put(FANS, StatsFan.key(id), after);
        }
    }

    /** Loads into a new object, so that readers use the old one until loading is done. */
    @Override
    public void load(Documents documents) {
        AllEntries loaded = new AllEntries();
        loaded.write(() -> {
            Keyset.byKey(FANS)
                    .all(documents, Where.all())
                    .forEach(fan -> loaded.fans(fan.account()).put(fan));
            Keyset.byKey(ENTRIES)
                    .all(documents, Where.all())
                    .forEach(chunk -> chunk.forEach((position, at, campaign, fan, optsIn) -> {
                        int dot = campaign.indexOf('.');
                        loaded.enter(
                                Long.parseLong(campaign, 0, dot, 10),
                                Long.parseLong(campaign, dot + 1, campaign.length(), 10),
                                fan,
                                AllEntries.day(at),
                                optsIn > 0);
                    }));
        });
        reached = documents.position();
        entries = loaded;
    }

    @Override
    public void image(Image image) {
        reached = image.number(reached);
        entries = image.anew(entries, AllEntries::new);
    }

    @Override
    public void applied(List<Recorded> events) {
        // The lock is released after each batch, so that a replay does not block readers.
        for (int from = 0; from < events.size(); from += SOME) {
            List<Recorded> some = events.subList(from, Math.min(events.size(), from + SOME));
            entries.write(() -> some.forEach(this::apply));
        }
    }

    private void apply(Recorded recorded) {
        if (recorded.position() <= reached) {
            // A retried dead letter. Rows must be in the order of the log: the exception makes all entries load again.
            throw new IllegalStateException("An event is older than the entries in memory, which are loaded again");
        }
        reached = recorded.position();
        entries.apply(recorded);
    }

    @QueryHandler
    FanCounts find(CountFans query) {
        return entries.fans(query.account(), query.pageTabId(), query.days());
    }

    @QueryHandler
    List<EntryCounts> find(CountEntries query) {
        AllEntries now = entries;
        return query.pageTabIds().stream()
                .map(campaign -> now.entries(query.account(), campaign, query.days()))
                .toList();
    }
}
