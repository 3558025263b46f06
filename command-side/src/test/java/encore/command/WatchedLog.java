package encore.command;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendedCommit;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.StoredEvent;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** The real log, with appends that fail when a test says so, and what is read of streams counted. */
final class WatchedLog implements EventLog {

    final Queue<AppendFailure> failures = new ConcurrentLinkedQueue<>();
    final AtomicInteger appends = new AtomicInteger();
    final AtomicInteger streamReads = new AtomicInteger();
    final AtomicInteger streamEventsRead = new AtomicInteger();
    /** So many looks for a request find none: it is honoured elsewhere a moment later. */
    final AtomicInteger looksTooEarly = new AtomicInteger();

    /** Done once, when a stream has been found to be there. */
    final Map<String, Runnable> behindALook = new ConcurrentHashMap<>();

    volatile boolean away;
    volatile CompletableFuture<?> gate = CompletableFuture.completedFuture(null);
    /** Says of each commit whether it fails, which it does when that is known: null when it does not. */
    volatile Function<NewCommit, CompletableFuture<AppendFailure>> failing = commit -> null;

    /** Says of each commit that is written whether nobody knows. */
    volatile Predicate<NewCommit> unknown = commit -> false;

    /** Is called with each commit as soon as it is durable. */
    volatile Consumer<NewCommit> durable = commit -> {};

    /** Is added to the log's clock, so that timers come early. */
    volatile Duration ahead = Duration.ZERO;

    private CompletableFuture<?> queued = CompletableFuture.completedFuture(null);
    private final EventLog log;

    WatchedLog(EventLog log) {
        this.log = log;
    }

    @Override
    public long clockTime() {
        return log.clockTime() + ahead.toMillis();
    }

    @Override
    public void awaitPosition(long position, Duration patience) {
        log.awaitPosition(position, patience);
    }

    @Override
    public synchronized CompletableFuture<AppendedCommit> append(NewCommit commit) {
        appends.incrementAndGet();
        AppendFailure failure = failures.poll();
        var late = failure == null ? failing.apply(commit) : CompletableFuture.completedFuture(failure);
        if (late != null) {
            return late.thenCompose(CompletableFuture::failedFuture);
        }
        // In order, however many wait at the gate.
        var mine = queued.thenCombine(
                gate,
                (before, open) -> log.append(commit).thenApply(where -> {
                    durable.accept(commit);
                    return where;
                }));
        queued = mine;
        CompletableFuture<AppendedCommit> outcome = mine.thenCompose(done -> done);
        return unknown.test(commit)
                ? outcome.thenCompose(where -> CompletableFuture.failedFuture(new AppendFailure.Unknown("who knows")))
                : outcome;
    }

    @Override
    public List<StoredEvent> readStream(String stream, long fromSequence, int limit) {
        List<StoredEvent> read = log.readStream(stream, fromSequence, limit);
        streamReads.incrementAndGet();
        streamEventsRead.addAndGet(read.size());
        return read;
    }

    @Override
    public boolean isShared() {
        return log.isShared();
    }

    @Override
    public boolean isLastOfStream(String stream, long sequence) {
        return log.isLastOfStream(stream, sequence);
    }

    @Override
    public long head() {
        return log.head();
    }

    @Override
    public long headTime() {
        return log.headTime();
    }

    @Override
    public List<StoredEvent> read(long after, int limit) {
        return log.read(after, limit);
    }

    @Override
    public StreamHead streamHead(String stream) {
        StreamHead head = log.streamHead(stream);
        Runnable meanwhile = behindALook.remove(stream);
        if (meanwhile != null) {
            meanwhile.run();
        }
        return head;
    }

    @Override
    public long positionAt(long epochMillis) {
        return log.positionAt(epochMillis);
    }

    @Override
    public RememberedAnswer rememberedAnswer(byte[] id) {
        return looksTooEarly.getAndUpdate(left -> Math.max(0, left - 1)) > 0 ? null : log.rememberedAnswer(id);
    }

    @Override
    public OnceKey onceKey(String key) {
        return log.onceKey(key);
    }

    @Override
    public String claimOwner(byte[] claim) {
        return log.claimOwner(claim);
    }

    @Override
    public void putSnapshot(StoredSnapshot snapshot) {
        log.putSnapshot(snapshot);
    }

    @Override
    public StoredSnapshot snapshot(String stream) {
        return log.snapshot(stream);
    }

    @Override
    public void deleteSnapshot(String stream) {
        log.deleteSnapshot(stream);
    }

    @Override
    public void deleteSnapshotsOf(Collection<String> subjects) {
        log.deleteSnapshotsOf(subjects);
    }

    @Override
    public AutoCloseable onAppended(Listener listener) {
        return log.onAppended(listener);
    }

    @Override
    public boolean writable() {
        return !away && log.writable();
    }

    @Override
    public boolean isBroken() {
        return log.isBroken();
    }

    @Override
    public void close() {
        log.close();
    }
}
