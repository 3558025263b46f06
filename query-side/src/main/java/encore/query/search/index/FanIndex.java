package encore.query.search.index;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.likings.LikingEvent;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.snapshots.SnapshotEvent;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.memory.ReadWriteGuard;
import encore.query.search.facets.LabelFacet;
import encore.query.search.facts.DeltaIds;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The index of the fans of all accounts, for many readers and one writer. A search never sees half an event. */
public final class FanIndex implements TicketDocuments.TicketSink, MemoryImage.Imageable {

    /** Guards the index of each account. */
    private final ReadWriteGuard lock = new ReadWriteGuard();

    /** Concurrent because several facets are loaded at the same time, each by one thread. */
    private final Map<Long, AccountFanIndex> accounts = new ConcurrentHashMap<>();

    /**
     * The account of the last look-up. Most rows belong to the same one, which saves millions of look-ups. Facets that
     * are loaded at the same time may replace each other's: the record is immutable, so each finds a whole one.
     */
    private @Nullable LastAccount lastAccount;

    private record LastAccount(long account, AccountFanIndex fans) {}

    @Override
    public void transfer(MemoryImage memoryImage) {
        write(() -> memoryImage.elements(accounts, memoryImage::id, memoryImage.objects(AccountFanIndex::new)));
    }

    /** Runs changes that readers see all at once. */
    public void write(Runnable changes) {
        lock.write(changes);
    }

    // Only to be called within write:

    public AccountFanIndex account(long account) {
        LastAccount last = lastAccount;
        if (last != null && last.account == account) {
            return last.fans;
        }
        AccountFanIndex fans = accounts.computeIfAbsent(account, number -> new AccountFanIndex());
        lastAccount = new LastAccount(account, fans);
        return fans;
    }

    public void apply(RecordedEvent recordedEvent) {
        long at = recordedEvent.at().toEpochMilli();
        switch (recordedEvent.event()) {
            case FanEvent event -> account(event.fan().account()).apply(event, recordedEvent.position(), at);
            case IdentifierEvent event -> account(event.subject().account()).apply(event, at);
            case ActivityRecorded event ->
                account(event.fan().account()).addActiveDay(event.fan().number(), at);
            case LikingEvent event -> account(event.likings().account()).apply(event);
            case TicketsEvent event -> TicketDocuments.apply(event, recordedEvent, this);
            case TicketEventsEvent event -> TicketDocuments.apply(event, this);
            case TagMade made ->
                account(made.tag().account())
                        .tags
                        .setName(Long.toString(made.tag().number()), made.name());
            case IdolAdded added ->
                idols(added.idol()).setName(added.idol().uid(), added.profile().idolName());
            case IdolChanged change ->
                idols(change.idol())
                        .setName(change.idol().uid(), change.profile().idolName());
            case IdolRemoved removed ->
                idols(removed.idol()).setName(removed.idol().uid(), null);
            case SnapshotEvent event -> apply(event);
            case RelationBegun begun -> setRelated(begun.relation(), true);
            case RelationEnded ended -> setRelated(ended.relation(), false);
            default -> {}
        }
    }

    private void apply(SnapshotEvent event) {
        switch (event) {
            case SnapshotPartKept kept -> {
                AccountFanIndex account = account(kept.part().account());
                account.snapshots.addFans(kept.part().uid(), account.fans.numbersOf(DeltaIds.decode(kept.fans())));
            }
            case SnapshotSealed sealed ->
                account(sealed.snapshot().account())
                        .snapshots
                        .seal(sealed.snapshot().uid());
            case SnapshotRemoved removed ->
                account(removed.snapshot().account())
                        .snapshots
                        .remove(removed.snapshot().uid());
            case SnapshotRenamed renamed -> {}
        }
    }

    @Override
    public void put(TicketFacts ticket) {
        AccountFanIndex account = account(ticket.shared().account());
        account.tickets.put(ticket, account.fans.find(ticket.fan()));
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        account(event.account()).tickets.exclude(event.uid(), isExcluded);
    }

    private LabelFacet idols(IdolId idol) {
        return account(idol.account()).idols;
    }

    private void setRelated(RelationId relation, boolean related) {
        AccountFanIndex account = account(relation.account());
        LabelFacet labelFacet = relation.kind() == RelationKind.TAG ? account.tags : account.idols;
        labelFacet.setRelated(relation.low(), relation.high(), related);
    }

    // To be called without a lock:

    public List<Long> matching(FindMatchingFans query) {
        return read(query.account(), account -> account.findMatching(query));
    }

    /** Answers a query from an account's fans. An unknown account has none. */
    public <R> R read(long account, Function<AccountFanIndex, R> query) {
        return lock.read(() -> {
            AccountFanIndex known = accounts.get(account);
            return query.apply(known == null ? new AccountFanIndex() : known);
        });
    }
}
