package encore.query.search;

import encore.infra.eventstore.Recorded;
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
import encore.kernel.segments.FanCount;
import encore.kernel.segments.FanFigures;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.CountChosen;
import encore.kernel.segments.SegmentQuery.CountMeant;
import encore.kernel.segments.SegmentQuery.FindFigures;
import encore.kernel.segments.SegmentQuery.FindStatsOfChosen;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotQuery.FindChosenMembers;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotUidsOfFan;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketEventsEvent;
import encore.kernel.tickets.TicketsEvent;
import encore.query.image.Image;
import encore.query.projection.Impersonal;
import encore.query.projection.Projection;
import encore.query.sold.SoldTickets;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the searchable facts of fans in packed documents and in an index in memory, which answers searches. */
@Component
class FanIndexProjection implements Projection.Imaged {

    private static final int SOME = 500;

    private final KeptFacts facts = new KeptFacts();
    private final KeptIdentifiers identifiers = new KeptIdentifiers(facts);
    private final KeptDays days = new KeptDays();
    private final KeptLabels tags = new KeptLabels("tag", facts, account -> account.tags);
    private final KeptLabels idols = new KeptLabels("idol", facts, account -> account.idols);

    private final KeptTickets tickets = new KeptTickets();
    private final KeptSnapshots snapshots = new KeptSnapshots();

    private final List<Kept> kept = List.of(facts, identifiers, days, tags, idols, tickets, snapshots);

    /** The stores that take longest come first. */
    private final List<Kept> loading = List.of(facts, tickets, tags, idols, days, identifiers, snapshots);

    private volatile FansInMemory memory = new FansInMemory();

    /** The position of the last event that the index has applied. */
    private long reached;

    @Override
    public Views.Shape shape() {
        return new Views.Shape(
                "fan_index",
                kept.stream().flatMap(one -> one.collections().stream()).toList());
    }

    @EventHandler
    void on(FanEvent event, Recorded recorded, Documents.Batch documents) {
        facts.fold(event, recorded, documents);
        switch (event) {
            case FanTagsChanged change ->
                tags.change(change.fan(), texts(change.added()), texts(change.removed()), documents);
            case FanErased erased -> {
                identifiers.forget(event.fan(), documents);
                tags.forget(event.fan(), documents);
                idols.forget(event.fan(), documents);
            }
            default -> {}
        }
    }

    @EventHandler
    void on(IdentifierEvent event, Recorded recorded, Documents.Batch documents) {
        identifiers.fold(event, recorded, documents);
    }

    @Impersonal
    @EventHandler
    void on(ActivityRecorded event, Recorded recorded, Documents.Batch documents) {
        days.fold(event, recorded, documents);
    }

    private static List<String> texts(List<Long> ids) {
        return ids.stream().map(String::valueOf).toList();
    }

    @EventHandler
    void on(TagMade event, Documents.Batch documents) {
        tags.name(event.tag(), Long.toString(event.tag().number()), event.name(), documents);
    }

    @EventHandler
    void on(IdolAdded event, Documents.Batch documents) {
        idols.name(event.idol(), event.idol().uid(), event.profile().idolName(), documents);
    }

    @EventHandler
    void on(IdolChanged event, Documents.Batch documents) {
        idols.name(event.idol(), event.idol().uid(), event.profile().idolName(), documents);
    }

    @EventHandler
    void on(IdolRemoved event, Documents.Batch documents) {
        idols.name(event.idol(), event.idol().uid(), null, documents);
    }

    @EventHandler
    void on(RelationEvent event, Documents.Batch documents) {
        KeptLabels labels = event.relation().kind() == RelationKind.TAG ? tags : idols;
        labels.relate(event.relation(), event instanceof RelationBegun, documents);
    }

    @EventHandler
    void on(LikingEvent event, Documents.Batch documents) {
        FanId fan = event.likings().fan();
        switch (event) {
            case FanIdolAdded added -> idols.change(fan, List.of(added.idolUid()), List.of(), documents);
            case FanIdolRemoved gone -> idols.change(fan, List.of(), List.of(gone.idolUid()), documents);
            default -> {}
        }
    }

    @Impersonal
    @EventHandler
    void on(TicketsEvent event, Recorded recorded, Documents.Batch documents) {
        SoldTickets.fold(event, recorded, documents);
    }

    @EventHandler
    void on(TicketEventsEvent event, Documents.Batch documents) {
        SoldTickets.fold(event, documents);
    }

    @EventHandler
    void on(SnapshotPartKept event, Documents.Batch documents) {
        snapshots.keep(event, documents);
    }

    @EventHandler
    void on(SnapshotSealed event, Documents.Batch documents) {
        snapshots.seal(event, documents);
    }

    @EventHandler
    void on(SnapshotRemoved event, Documents.Batch documents) {
        snapshots.remove(event, documents);
    }

    /** Loads a new index; readers use the old one until it is complete. */
    @Override
    public void load(Documents documents) {
        FansInMemory loaded = new FansInMemory();
        loaded.write(() -> {
            facts.number(documents, loaded);
            Loading.together(loading, documents, loaded);
        });
        reached = documents.position();
        memory = loaded;
    }

    @Override
    public void image(Image image) {
        reached = image.number(reached);
        memory = image.anew(memory, FansInMemory::new);
    }

    @Override
    public void applied(List<Recorded> events) {
        // Readers get the lock between two batches, so that a replay does not block them.
        for (int from = 0; from < events.size(); ) {
            List<Recorded> some = events.subList(from, end(events, from));
            memory.write(() -> some.forEach(this::apply));
            from += some.size();
        }
    }

    /** Ends a batch after {@value #SOME} events, or after a part of a snapshot, which takes as long as those. */
    private static int end(List<Recorded> events, int from) {
        int end = from;
        do {
            end++;
        } while (end < Math.min(events.size(), from + SOME)
                && !(events.get(end - 1).event() instanceof SnapshotPartKept));
        return end;
    }

    private void apply(Recorded recorded) {
        if (recorded.position() <= reached) {
            // A dead letter was retried. Fans are numbered in the order of the log, so the index must be loaded again.
            throw new IllegalStateException("An event came after later ones, so all is loaded again");
        }
        reached = recorded.position();
        memory.apply(recorded);
    }

    @QueryHandler
    List<Long> find(FindMatchingFans query) {
        return memory.matching(query);
    }

    @QueryHandler
    List<Long> find(CountChosen query) {
        return memory.read(
                query.account(),
                account -> query.chosen().stream()
                        .map(one -> account.chosen(one, query.today()).getLongCardinality())
                        .toList());
    }

    @QueryHandler
    FanCount find(CountMeant query) {
        return memory.read(
                query.account(),
                account -> new FanCount(
                        account.meant(query.chosen(), query.today()).getLongCardinality()));
    }

    @QueryHandler
    FanFigures find(FindFigures query) {
        return memory.read(
                query.account(),
                account -> account.statistics(query.chosen(), query.today()).figures());
    }

    @QueryHandler
    FanStats find(FindStatsOfChosen query) {
        return memory.read(
                query.account(),
                account -> account.statistics(query.chosen(), query.today()).stats());
    }

    @QueryHandler
    SnapshotMembers find(FindChosenMembers query) {
        return Frozen.members(query, memory, () -> reached);
    }

    @QueryHandler
    List<String> find(FindSnapshotUidsOfFan query) {
        return memory.read(query.account(), account -> account.snapshots.of(account.fans.find(query.fanId())));
    }
}
