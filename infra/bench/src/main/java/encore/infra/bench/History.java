package encore.infra.bench;

import encore.infra.eventstore.axon.UuidV7;
import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.SqliteKeyStore;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.fans.FanId;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * Writes events behind what a data directory's log holds, as if its account had been busy. Nobody else may have the
 * directory open, and ./encore run was started on it once.
 */
final class History implements Told, AutoCloseable {

    private static final int IN_FLIGHT = 1_024;
    private static final int AT_ONCE = 256;

    /** The first of the fans that are made here. */
    private static final long FIRST_FAN = 1L << 40;

    private final SqliteEventLog log;
    private final SqliteKeyStore keys;
    private final EventCodec codec;
    private final Map<String, Long> sequences = new HashMap<>();
    private final ArrayDeque<CompletableFuture<?>> pending = new ArrayDeque<>();
    private final AccountOpened opened;

    private History(SqliteEventLog log, SqliteKeyStore keys) {
        this.log = log;
        this.keys = keys;
        this.codec = new EventCodec(EventCatalogue.load(), keys);
        this.opened = opened();
    }

    static History of(Path directory) {
        return of(directory, System::currentTimeMillis);
    }

    /** @param clock stamps events; where it is behind the log's end, that is the time */
    static History of(Path directory, LongSupplier clock) {
        return new History(SqliteEventLog.open(directory, clock), SqliteKeyStore.open(directory));
    }

    private AccountOpened opened() {
        for (StoredEvent stored : log.read(0, 1_000)) {
            if (codec.decode(stored).event() instanceof AccountOpened account) {
                return account;
            }
        }
        throw new IllegalStateException("No account was opened in this log: start ./encore run on it once");
    }

    @Override
    public long account() {
        return opened.id().account();
    }

    String pointUid() {
        return opened.defaultPointUid();
    }

    long head() {
        return log.head();
    }

    /** Each with its key. */
    @Override
    public FanId[] fans(int count) {
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

    /** Whether something was appended to the stream here. */
    boolean knows(StreamId id) {
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
    public void begin(Event event, StreamId id) {
        write(event, id.toString(), 0);
    }

    private void write(Event event, String stream, long sequence) {
        UUID commit = UuidV7.next();
        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(commit.getMostSignificantBits())
                .putLong(commit.getLeastSignificantBits())
                .array();
        var metadata = new EventMetadata(account(), "bench", "Bench", "bench", null, null);
        pending.add(log.append(new NewCommit(
                bytes,
                List.of(codec.encode(event, stream, sequence, bytes, 0, metadata)),
                null,
                List.of(),
                List.of(),
                List.of())));
        if (pending.size() >= IN_FLIGHT) {
            pending.remove().join();
        }
    }

    @Override
    public void join() {
        pending.forEach(CompletableFuture::join);
        pending.clear();
    }

    @Override
    public void close() {
        try (log;
                keys) {
            join();
        }
    }
}
