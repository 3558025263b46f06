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
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.accounts.AccountEvent.AccountOpened;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.Consent;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.Profile;
import encore.kernel.identifiers.IdentifierEvent.IdentifierAdded;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.points.AwardDetails;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * Writes a history of mixed events behind what a data directory's log holds, as if an account had been busy for long: of
 * a hundred events 70 award points, 10 change profiles, 5 consents, 8 add identifiers, 7 connect fans. Nobody else may
 * have the directory open.
 *
 * <p>Arguments: data directory, how many events (1000000), of how many fans (20000).
 */
public final class MixedLog {

    private static final int IN_FLIGHT = 1_024;
    private static final int AT_ONCE = 256;

    private final SqliteEventLog log;
    private final EventCodec codec;
    private final SqliteKeyStore keys;
    private final Random random = new Random(1);
    private final Map<String, Long> sequences = new HashMap<>();
    private final Map<String, Long> balances = new HashMap<>();
    private final ArrayDeque<CompletableFuture<?>> pending = new ArrayDeque<>();
    private final long account;
    private final String pointUid;

    private MixedLog(SqliteEventLog log, SqliteKeyStore keys) {
        this.log = log;
        this.keys = keys;
        this.codec = new EventCodec(EventCatalogue.load(), keys);
        AccountOpened opened = opened();
        account = opened.id().account();
        pointUid = opened.defaultPointUid();
    }

    private AccountOpened opened() {
        for (StoredEvent stored : log.read(0, 1_000)) {
            if (codec.decode(stored).event() instanceof AccountOpened opened) {
                return opened;
            }
        }
        throw new IllegalStateException("No account was opened in this log: start ./encore run on it once");
    }

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        int count = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        int fans = args.length > 2 ? Integer.parseInt(args[2]) : 20_000;
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory)) {
            var mixed = new MixedLog(log, keys);
            long began = System.nanoTime();
            mixed.write(count, fans);
            System.out.printf("%,d events in the log after %.0f s%n", log.head(), (System.nanoTime() - began) / 1e9);
        }
    }

    private void write(int count, int fanCount) throws Exception {
        FanId[] fans = new FanId[fanCount];
        long first = 1L << 40;
        try (var threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            for (int i = 0; i < fanCount; i++) {
                fans[i] = new FanId(account, first + i);
                String subject = fans[i].toString();
                threads.execute(() -> keys.create(subject));
            }
        }
        for (int i = 0; i < fanCount; i++) {
            append(new FanRegistered(fans[i], profile(i), Consent.EMPTY), fans[i]);
        }
        for (int i = fanCount; i < count; i++) {
            FanId fan = fans[random.nextInt(fanCount)];
            int kind = random.nextInt(100);
            if (kind < 70) {
                award(fan);
            } else if (kind < 80) {
                append(FanProfileChanged.of(fan, Patch.of(profile(i))), fan);
            } else if (kind < 85) {
                append(FanConsentChanged.of(fan, Patch.of(consent())), fan);
            } else if (kind < 93) {
                var identifiers = new IdentifiersId(fan);
                append(new IdentifierAdded(identifiers, "network" + i % 5, "value" + i), identifiers);
            } else {
                connect(fan, fans[random.nextInt(fanCount)]);
            }
        }
        pending.forEach(CompletableFuture::join);
    }

    private void award(FanId fan) {
        var ledger = new LedgerId(fan, pointUid);
        long points = random.nextInt(100) + 1L;
        long balance = balances.merge(ledger.toString(), points, Long::sum);
        String uid = new UUID(random.nextLong(), random.nextLong()).toString();
        append(PointsAwarded.of(new AwardPoints(ledger, uid, points, "bench", AwardDetails.NONE), balance), ledger);
    }

    private void connect(FanId one, FanId other) {
        if (one.equals(other)) {
            return;
        }
        ConnectionId pair = ConnectionId.between(account, one.number(), other.number());
        append(
                sequences.containsKey(pair.toString())
                        ? new ConnectionApproved(pair)
                        : new ConnectionRequested(pair, one.number()),
                pair);
    }

    private Consent consent() {
        return new Consent(random.nextBoolean(), null, null, random.nextBoolean(), null, List.of(), List.of());
    }

    private static Profile profile(int i) {
        return new Profile(
                "Ann Bell " + i,
                null,
                null,
                "ann" + i,
                "ann" + i + "@bench.example",
                null,
                null,
                null,
                null,
                null,
                null,
                "US",
                null,
                "Boston",
                "02101",
                null);
    }

    private void append(Event event, StreamId id) {
        String stream = id.toString();
        StreamHead head = sequences.containsKey(stream) ? null : log.streamHead(stream);
        long before = head == null ? -1 : head.sequence();
        long sequence = sequences.merge(stream, before + 1, (known, ignored) -> known + 1);
        UUID commit = UuidV7.next();
        byte[] bytes = ByteBuffer.allocate(16)
                .putLong(commit.getMostSignificantBits())
                .putLong(commit.getLeastSignificantBits())
                .array();
        var metadata = new EventMetadata(account, "bench", "Bench", "bench", null, null);
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
}
