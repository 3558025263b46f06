package encore.query.campaignstats;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Where;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignstats.FanCounts;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.query.chunks.Chunk;
import encore.query.documents.Keyset;
import encore.query.image.MemoryImage;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
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

    private volatile EntryIndex entries = new EntryIndex();

    /** The position of the last event that is applied to memory. */
    private long appliedPosition;

    @Override
    public Views.Shape shape() {
        return new Views.Shape("campaign_entries", List.of(ENTRIES, FANS));
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.pageTabId() != null) {
            String key = Chunk.key(recordedEvent.position());
            documents.put(
                    ENTRIES,
                    key,
                    Chunk.with(
                            documents.get(ENTRIES, key),
                            recordedEvent.position(),
                            recordedEvent.at().toEpochMilli(),
                            event.fan().account() + "." + event.pageTabId(),
                            event.fan().number(),
                            EntryRow.of(event, recordedEvent.at()).packed()));
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
        EntryIndex loaded = new EntryIndex();
        Keyset.byKey(FANS).all(documents, Where.all()).forEach(loaded::load);
        Keyset.byKey(ENTRIES)
                .all(documents, Where.all())
                .forEach(chunk -> chunk.forEach((position, at, campaign, fan, packed) -> {
                    int dot = campaign.indexOf('.');
                    loaded.loadEntry(
                            Long.parseLong(campaign, 0, dot, 10),
                            Long.parseLong(campaign, dot + 1, campaign.length(), 10),
                            fan,
                            EntryRow.unpack(EntryRow.day(at), packed));
                }));
        appliedPosition = documents.position();
        entries = loaded;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        appliedPosition = memoryImage.number(appliedPosition);
        entries = memoryImage.recreate(entries, EntryIndex::new);
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        events.forEach(this::applyInOrder);
    }

    private void applyInOrder(RecordedEvent recordedEvent) {
        if (recordedEvent.position() <= appliedPosition) {
            // A retried dead letter. Rows must be in the order of the log: the exception makes all entries load again.
            throw new IllegalStateException("An event is older than the entries in memory, which are loaded again");
        }
        appliedPosition = recordedEvent.position();
        entries.apply(recordedEvent);
    }

    @QueryHandler
    FanCounts find(CountFans query) {
        return entries.fans(query.account(), query.pageTabId(), query.days());
    }

    @QueryHandler
    List<EntryCounts> find(CountEntries query) {
        EntryIndex now = entries;
        return query.pageTabIds().stream()
                .map(campaign -> now.entries(query.account(), campaign, query.days()))
                .toList();
    }
}
