package encore.query.search;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent;
import encore.kernel.likings.LikingEvent.FanIdolAdded;
import encore.kernel.likings.LikingEvent.FanIdolRemoved;
import encore.kernel.relations.RelationEvent;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationKind;
import encore.kernel.segments.FanContactCounts;
import encore.kernel.segments.FanCount;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.CountFanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.segments.SegmentQuery.FindContactCounts;
import encore.kernel.segments.SegmentQuery.FindSelectionStats;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindMembersOfSelection;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotUidsOfFan;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import encore.query.search.index.FanIndex;
import encore.query.search.index.PinnedSelection;
import encore.query.search.stores.ActiveDaysStore;
import encore.query.search.stores.FacetStore;
import encore.query.search.stores.FanFactsStore;
import encore.query.search.stores.IdentifierStore;
import encore.query.search.stores.LabelStore;
import encore.query.search.stores.ParallelLoader;
import encore.query.search.stores.SnapshotMemberStore;
import encore.query.search.stores.TicketStore;
import encore.query.ticketchunks.TicketDocuments;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the searchable facts of fans in packed documents and in an index in memory, which answers searches. */
@Component
class FanIndexProjection implements Projection.Imaged {

    private final FanFactsStore facts = new FanFactsStore();
    private final IdentifierStore identifiers = new IdentifierStore(facts);
    private final ActiveDaysStore days = new ActiveDaysStore();
    private final LabelStore tags = new LabelStore("tag", facts, account -> account.tags);
    private final LabelStore idols = new LabelStore("idol", facts, account -> account.idols);

    private final TicketStore tickets = new TicketStore();
    private final SnapshotMemberStore snapshots = new SnapshotMemberStore();

    private final List<FacetStore> stores = List.of(facts, identifiers, days, tags, idols, tickets, snapshots);

    /** The stores that take longest come first. */
    private final List<FacetStore> loadOrder = List.of(facts, tickets, tags, idols, days, identifiers, snapshots);

    private volatile FanIndex fanIndex = new FanIndex();

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "fan_index",
                stores.stream().flatMap(one -> one.collections().stream()).toList());
    }

    @EventHandler
    void on(FanEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        facts.fold(event, recordedEvent, documents);
        switch (event) {
            case FanTagsChanged change ->
                tags.changeLabels(change.fan(), texts(change.added()), texts(change.removed()), documents);
            case FanErased erased -> {
                identifiers.forget(event.fan(), documents);
                tags.forget(event.fan(), documents);
                idols.forget(event.fan(), documents);
            }
            default -> {}
        }
    }

    @EventHandler
    void on(IdentifierEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        identifiers.fold(event, recordedEvent, documents);
    }

    @WithoutPersonalData
    @EventHandler
    void on(ActivityRecorded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        days.fold(event, recordedEvent, documents);
    }

    private static List<String> texts(List<Long> ids) {
        return ids.stream().map(String::valueOf).toList();
    }

    @EventHandler
    void on(TagMade event, Documents.Batch documents) {
        tags.putName(event.tag(), Long.toString(event.tag().number()), event.name(), documents);
    }

    @EventHandler
    void on(IdolAdded event, Documents.Batch documents) {
        idols.putName(event.idol(), event.idol().uid(), event.profile().idolName(), documents);
    }

    @EventHandler
    void on(IdolChanged event, Documents.Batch documents) {
        idols.putName(event.idol(), event.idol().uid(), event.profile().idolName(), documents);
    }

    @EventHandler
    void on(IdolRemoved event, Documents.Batch documents) {
        idols.putName(event.idol(), event.idol().uid(), null, documents);
    }

    @EventHandler
    void on(RelationEvent event, Documents.Batch documents) {
        LabelStore labels = event.relation().kind() == RelationKind.TAG ? tags : idols;
        labels.putRelation(event.relation(), event instanceof RelationBegun, documents);
    }

    @EventHandler
    void on(LikingEvent event, Documents.Batch documents) {
        FanId fan = event.likings().fan();
        switch (event) {
            case FanIdolAdded added -> idols.changeLabels(fan, List.of(added.idolUid()), List.of(), documents);
            case FanIdolRemoved gone -> idols.changeLabels(fan, List.of(), List.of(gone.idolUid()), documents);
            default -> {}
        }
    }

    @WithoutPersonalData
    @EventHandler
    void on(TicketsEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        TicketDocuments.fold(event, recordedEvent, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, Documents.Batch documents) {
        TicketDocuments.fold(event, documents);
    }

    @EventHandler
    void on(SnapshotPartKept event, Documents.Batch documents) {
        snapshots.putPart(event, documents);
    }

    @EventHandler
    void on(SnapshotSealed event, Documents.Batch documents) {
        snapshots.putSeal(event, documents);
    }

    @EventHandler
    void on(SnapshotRemoved event, Documents.Batch documents) {
        snapshots.remove(event, documents);
    }

    /** Loads a new index; readers use the old one until it is complete. */
    @Override
    public void load(Documents documents) {
        FanIndex loadedIndex = new FanIndex();
        facts.assignNumbers(documents, loadedIndex);
        ParallelLoader.load(loadOrder, documents, loadedIndex);
        loadedIndex.loaded(documents.position());
        fanIndex = loadedIndex;
    }

    @Override
    public void transfer(MemoryImage memoryImage) {
        fanIndex = memoryImage.recreate(fanIndex, FanIndex::new);
    }

    @Override
    public void apply(List<RecordedEvent> events) {
        events.forEach(this::applyOne);
    }

    private void applyOne(RecordedEvent recordedEvent) {
        if (recordedEvent.position() <= fanIndex.lastPosition()) {
            // A dead letter was retried. Fans are numbered in the order of the log, so the index must be loaded again.
            throw new IllegalStateException("An event came after later ones, so all is loaded again");
        }
        fanIndex.apply(recordedEvent);
    }

    @QueryHandler
    List<Long> find(FindMatchingFans query) {
        return fanIndex.matching(query);
    }

    @QueryHandler
    List<Long> find(CountFanSelections query) {
        return fanIndex.read(
                query.account(),
                account -> query.selections().stream()
                        .map(selection ->
                                account.resolveOrEmpty(selection, query.today()).getLongCardinality())
                        .toList());
    }

    @QueryHandler
    FanCount find(CountFanSelection query) {
        return fanIndex.read(
                query.account(),
                account -> new FanCount(
                        account.resolve(query.selection(), query.today()).getLongCardinality()));
    }

    @QueryHandler
    FanContactCounts find(FindContactCounts query) {
        return fanIndex.read(
                query.account(),
                account -> account.statistics(query.selection(), query.today()).figures());
    }

    @QueryHandler
    FanStats find(FindSelectionStats query) {
        return fanIndex.read(
                query.account(),
                account -> account.statistics(query.selection(), query.today()).stats());
    }

    @QueryHandler
    SnapshotMembers find(FindMembersOfSelection query) {
        return PinnedSelection.members(query, fanIndex);
    }

    @QueryHandler
    List<String> find(FindSnapshotUidsOfFan query) {
        return fanIndex.read(
                query.account(), account -> account.snapshots.snapshotsOf(account.fans.find(query.fanId())));
    }
}
