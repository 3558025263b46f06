package encore.command.webhooks.delivery;

import encore.infra.eventstore.EventId;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A log in memory with awards of fans and events of webhooks. */
final class LogOfAwards implements EventTail {

    static final long ACCOUNT = 7;

    private final List<RecordedEvent> events = new ArrayList<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();
    private final Clock clock;

    /** Reads of single positions: those of retries. */
    volatile int reads;

    LogOfAwards(Clock clock) {
        this.clock = clock;
    }

    RecordedEvent award(long fan) {
        return append(fan, null);
    }

    /** Appends an award of an import. */
    RecordedEvent importAward(long fan) {
        return append(fan, RecordedEvent.Origin.IMPORT);
    }

    private RecordedEvent append(long fan, @Nullable String source) {
        var ledger = new LedgerId(new FanId(ACCOUNT, fan), "p");
        return append(
                new PointsAwarded(
                        ledger,
                        UUID.randomUUID().toString(),
                        fan,
                        1L,
                        "points",
                        "live",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null),
                ledger.toString(),
                source);
    }

    RecordedEvent append(Event event, String stream) {
        return append(event, stream, null);
    }

    private RecordedEvent append(Event event, String stream, @Nullable String source) {
        RecordedEvent recorded;
        synchronized (this) {
            long sequence = sequences.merge(stream, 0L, (before, zero) -> before + 1);
            recorded = new RecordedEvent(
                    event,
                    events.size() + 1,
                    clock.instant(),
                    stream,
                    sequence,
                    new RecordedEvent.Origin(ACCOUNT, "key", "Any", "any", source),
                    new EventId(UUID.randomUUID(), 0));
            events.add(recorded);
        }
        followers.forEach(Runnable::run);
        return recorded;
    }

    /** Replaces an event by what an erasure leaves of it. */
    synchronized void replace(long position, Event event) {
        RecordedEvent before = events.get((int) position - 1);
        events.set(
                (int) position - 1,
                new RecordedEvent(
                        event,
                        position,
                        before.at(),
                        before.stream(),
                        before.sequence(),
                        before.origin(),
                        before.id()));
    }

    @Override
    public synchronized List<RecordedEvent> read(long after, int limit) {
        return events.stream().skip(after).limit(limit).toList();
    }

    @Override
    public List<RecordedEvent> readAt(List<Long> positions) {
        reads++;
        return EventTail.super.readAt(positions);
    }

    @Override
    public synchronized long head() {
        return events.size();
    }

    @Override
    public byte[] hashAt(long position) {
        throw new UnsupportedOperationException();
    }

    @Override
    public AutoCloseable onAppended(Set<Class<?>> types, Runnable wake) {
        followers.add(wake);
        return () -> followers.remove(wake);
    }
}
