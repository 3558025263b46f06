package encore.infra.bench.history;

import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.axon.Hmacs;
import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.Event;
import encore.kernel.NameKey;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.scans.ScanCode;
import encore.kernel.tags.TagEvent.TagMade;
import encore.kernel.tickets.TicketDetails;
import encore.kernel.tickets.TicketsEvent.TicketRecorded;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to a data directory's log, as if its account had been busy. No other process may have the directory
 * open, and ./encore run must have been started on it once.
 */
public final class HistoryWriter implements FanRecorder, AutoCloseable {

    private static final int IN_FLIGHT = 1_024;
    private static final int AT_ONCE = 256;

    /** The number of the first generated fan. */
    private static final long FIRST_FAN = 1L << 40;

    private final SqliteEventLog log;
    private final SqliteKeyStore keys;
    private final EventCodec codec;
    private final Hmacs hmacs;
    private final Map<String, Long> sequences = new HashMap<>();
    private final ArrayDeque<CompletableFuture<?>> pending = new ArrayDeque<>();
    private final AccountOpened opened;

    private HistoryWriter(SqliteEventLog log, SqliteKeyStore keys) {
        this.log = log;
        this.keys = keys;
        this.codec = new EventCodec(EventCatalogue.load(), keys);
        this.hmacs = new Hmacs(keys);
        this.opened = opened();
    }

    public static HistoryWriter of(Path directory) {
        return of(directory, System::currentTimeMillis);
    }

    /** @param clock stamps events; an earlier time than the log's end is replaced by that */
    public static HistoryWriter of(Path directory, LongSupplier clock) {
        return new HistoryWriter(SqliteEventLog.open(directory, clock), SqliteKeyStore.open(directory));
    }

    private AccountOpened opened() {
        for (StoredEvent stored : log.read(0, 1_000)) {
            if (codec.decode(stored).event() instanceof AccountOpened account) {
                return account;
            }
        }
        throw new IllegalStateException("No account was opened in this log. Start ./encore run on it once.");
    }

    @Override
    public long account() {
        return opened.id().account();
    }

    public String pointUid() {
        return opened.defaultPointUid();
    }

    public long head() {
        return log.head();
    }

    /** Creates the fans' ids and their keys. */
    @Override
    public FanId[] newFanIds(int count) {
        FanId[] fans = new FanId[count];
        try (var threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (int i = 0; i < count; i++) {
                fans[i] = new FanId(account(), FIRST_FAN + i);
                String subject = fans[i].toString();
                threads.execute(() -> keys.create(subject));
            }
        }
        return fans;
    }

    /** Returns whether an event of this stream was appended here. */
    public boolean hasAppended(StreamId id) {
        return sequences.containsKey(id.toString());
    }

    @Override
    public void append(Event event, StreamId id) {
        String stream = id.toString();
        StreamHead head = sequences.containsKey(stream) ? null : log.streamHead(stream);
        long before = head == null ? -1 : head.sequence();
        write(event, stream, sequences.merge(stream, before + 1, (known, ignored) -> known + 1));
    }

    @Override
    public void appendSingle(Event event, StreamId id) {
        write(event, id.toString(), 0);
    }

    private void write(Event event, String stream, long sequence) {
        UUID commit = UuidV7.next();
        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(commit.getMostSignificantBits())
                .putLong(commit.getLeastSignificantBits())
                .array();
        var metadata = EventMetadata.of(account(), "bench", "Bench", "bench");
        pending.add(log.append(new NewCommit(
                bytes,
                List.of(codec.encode(event, stream, sequence, bytes, 0, metadata)),
                null,
                List.of(),
                claims(event).stream()
                        .map(claim -> new OwnedClaim(hmacs.claim(claim), stream))
                        .toList(),
                List.of())));
        if (pending.size() >= IN_FLIGHT) {
            pending.remove().join();
        }
    }

    /**
     * Returns the claims that the aggregates would have taken with the event. Without them a search by key finds
     * nobody, and verify reports each.
     */
    private List<Claim> claims(Event event) {
        return switch (event) {
            case FanRegistered fan ->
                Stream.of(
                                claim("email", fan.profile().email()),
                                claim("phone", fan.profile().phone()))
                        .flatMap(Optional::stream)
                        .toList();
            case IdentifierAdded name ->
                List.of(new Claim(
                        "identifier", account(), name.network().length() + ":" + name.network() + name.value()));
            case TagMade tag ->
                List.of(new Claim("tag", account(), NameKey.of(tag.name()).text()));
            case TicketRecorded ticket -> claims(ticket.state().details());
            default -> List.of();
        };
    }

    /** Returns the claims on the ticket's key and on its codes. */
    private List<Claim> claims(TicketDetails ticket) {
        var known = new Claim(TicketDetails.SPACE, account(), ticket.claimed());
        return Stream.concat(
                        Stream.of(known),
                        ScanCode.of(ticket.network(), null, ticket.ticketKey(), ticket.lookupId(), ticket.barcode())
                                .stream()
                                .map(scanCode -> new Claim(ScanCode.SPACE, account(), scanCode.claimed())))
                .toList();
    }

    private Optional<Claim> claim(String space, @Nullable String value) {
        return Optional.ofNullable(value).map(said -> new Claim(space, account(), said));
    }

    @Override
    public void awaitAll() {
        pending.forEach(CompletableFuture::join);
        pending.clear();
    }

    @Override
    public void close() {
        try (log;
                keys) {
            awaitAll();
        }
    }
}
