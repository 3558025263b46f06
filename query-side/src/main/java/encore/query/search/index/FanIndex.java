package encore.query.search.index;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.fans.FanEvent;
import encore.kernel.fans.FanQuery.FindMatchingFans;
import encore.kernel.identifiers.IdentifierEvent;
import encore.kernel.idols.IdolsEvent;
import encore.kernel.likings.LikingEvent;
import encore.kernel.relations.RelationEvent;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketsEvent;
import encore.kernel.tickets.ticketevents.TicketEventId;
import encore.kernel.tickets.ticketevents.TicketEventsEvent;
import encore.query.image.MemoryImage;
import encore.query.memory.AccountMemory;
import encore.query.ticketchunks.TicketDocuments;
import encore.query.ticketchunks.TicketFacts;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The index of the fans of all accounts, for many readers and one writer. A search never sees half an event. */
public final class FanIndex implements TicketDocuments.TicketSink, MemoryImage.Imageable {

    private final AccountMemory<AccountFanIndex> accounts = new AccountMemory<>(account -> new AccountFanIndex());

    /** The position of the last event that every later search sees. */
    private volatile long lastPosition;

    @Override
    public void transfer(MemoryImage memoryImage) {
        lastPosition = memoryImage.number(lastPosition);
        accounts.transfer(memoryImage, AccountFanIndex::transfer);
    }

    // Only before any search reads it:

    /** Returns the index of an account, to load it. */
    public AccountFanIndex account(long account) {
        return accounts.loading(account);
    }

    @Override
    public void put(TicketFacts ticket) {
        account(ticket.shared().account()).put(ticket);
    }

    @Override
    public void exclude(TicketEventId event, boolean isExcluded) {
        account(event.account()).exclude(event, isExcluded);
    }

    /** @param position the position of the documents from which it was loaded */
    public void loaded(long position) {
        lastPosition = position;
    }

    // For the writer:

    public long lastPosition() {
        return lastPosition;
    }

    public void apply(RecordedEvent recordedEvent) {
        Long account = accountOf(recordedEvent.event());
        if (account != null) {
            accounts.write(account, fans -> fans.apply(recordedEvent));
        }
        lastPosition = recordedEvent.position();
    }

    private static @Nullable Long accountOf(Event event) {
        return switch (event) {
            case FanEvent one -> one.fan().account();
            case IdentifierEvent one -> one.subject().account();
            case ActivityRecorded one -> one.fan().account();
            case LikingEvent one -> one.likings().account();
            case TicketsEvent one -> one.ticket().account();
            case TicketEventsEvent one -> one.ticketEvent().account();
            case TagMade one -> one.tag().account();
            case IdolsEvent one -> one.idol().account();
            case SnapshotPartKept one -> one.part().account();
            case SnapshotSealed one -> one.snapshot().account();
            case SnapshotRemoved one -> one.snapshot().account();
            case RelationEvent one -> one.relation().account();
            default -> null;
        };
    }

    // For searches:

    public List<Long> matching(FindMatchingFans query) {
        return read(query.account(), account -> account.findMatching(query));
    }

    /** Answers a query from an account's fans. An unknown account has none. */
    public <R> R read(long account, Function<AccountFanIndex, R> query) {
        return accounts.read(account, query);
    }

    /** A query that also gets the position of the last event that it takes into account. */
    public interface PinnedQuery<R> {
        R answer(AccountFanIndex account, long position);
    }

    /** Answers a query that needs to know at which position it is answered. */
    public <R> R readPinned(long account, PinnedQuery<R> query) {
        // Read first: the account has all of its events up to here, and perhaps later ones, of which it knows the last.
        long seen = lastPosition;
        return read(account, fans -> query.answer(fans, Math.max(seen, fans.lastPosition())));
    }
}
