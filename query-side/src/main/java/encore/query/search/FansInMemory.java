package encore.query.search;

import encore.infra.eventstore.Recorded;
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
import encore.kernel.tickets.TicketEventId;
import encore.kernel.tickets.TicketEventsEvent;
import encore.kernel.tickets.TicketsEvent;
import encore.query.image.Image;
import encore.query.projection.ReadersAndWriter;
import encore.query.sold.SoldTicket;
import encore.query.sold.SoldTickets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The index of the fans of all accounts, for many readers and one writer. A search never sees half an event. */
final class FansInMemory implements SoldTickets.Memory, Image.Parts {

    private final ReadersAndWriter lock = new ReadersAndWriter();
    /** Concurrent because several facets are loaded at the same time, each by one thread. */
    private final Map<Long, FansOfAccount> accounts = new ConcurrentHashMap<>();

    /** The account of the last look-up. Most rows belong to the same one, which saves millions of look-ups. */
    private @Nullable Latest latest;

    private record Latest(long account, FansOfAccount fans) {}

    @Override
    public void image(Image image) {
        write(() -> image.all(accounts, image::id, image.parts(FansOfAccount::new)));
    }

    /** Runs changes that readers see all at once. */
    void write(Runnable changes) {
        lock.write(changes);
    }

    // Only to be called within write:

    FansOfAccount account(long account) {
        Latest before = latest;
        if (before != null && before.account == account) {
            return before.fans;
        }
        FansOfAccount fans = accounts.computeIfAbsent(account, number -> new FansOfAccount());
        latest = new Latest(account, fans);
        return fans;
    }

    void apply(Recorded recorded) {
        long at = recorded.at().toEpochMilli();
        switch (recorded.event()) {
            case FanEvent event -> account(event.fan().account()).apply(event, recorded.position(), at);
            case IdentifierEvent event -> account(event.subject().account()).apply(event, at);
            case ActivityRecorded event ->
                account(event.fan().account()).active(event.fan().number(), at);
            case LikingEvent event -> account(event.likings().account()).apply(event);
            case TicketsEvent event -> SoldTickets.apply(event, recorded, this);
            case TicketEventsEvent event -> SoldTickets.apply(event, this);
            case TagMade made ->
                account(made.tag().account()).tags.name(Long.toString(made.tag().number()), made.name());
            case IdolAdded added ->
                idols(added.idol()).name(added.idol().uid(), added.profile().idolName());
            case IdolChanged change ->
                idols(change.idol()).name(change.idol().uid(), change.profile().idolName());
            case IdolRemoved removed ->
                idols(removed.idol()).name(removed.idol().uid(), null);
            case SnapshotEvent event -> apply(event);
            case RelationBegun begun -> relate(begun.relation(), true);
            case RelationEnded ended -> relate(ended.relation(), false);
            default -> {}
        }
    }

    private void apply(SnapshotEvent event) {
        switch (event) {
            case SnapshotPartKept kept -> {
                FansOfAccount account = account(kept.part().account());
                account.snapshots.keep(kept.part().uid(), account.fans.of(Gaps.ids(kept.fans())));
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
    public void put(SoldTicket ticket) {
        FansOfAccount account = account(ticket.shared().account());
        account.tickets.put(ticket, account.fans.find(ticket.fan()));
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        account(event.account()).tickets.exclude(event.uid(), isExcluded);
    }

    private Labels idols(IdolId idol) {
        return account(idol.account()).idols;
    }

    private void relate(RelationId relation, boolean together) {
        FansOfAccount account = account(relation.account());
        Labels labels = relation.kind() == RelationKind.TAG ? account.tags : account.idols;
        labels.relate(relation.low(), relation.high(), together);
    }

    // To be called without a lock:

    List<Long> matching(FindMatchingFans query) {
        return read(query.account(), account -> account.matching(query));
    }

    /** Answers a query from an account's fans. An unknown account has none. */
    <R> R read(long account, Function<FansOfAccount, R> question) {
        return lock.read(() -> {
            FansOfAccount known = accounts.get(account);
            return question.apply(known == null ? new FansOfAccount() : known);
        });
    }
}
