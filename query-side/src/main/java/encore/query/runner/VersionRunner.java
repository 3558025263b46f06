package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.query.projection.BoundHandlers;
import encore.query.projection.Projection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Runs one version of a projection, each of its partitions on its own runner. The version's position is that of the
 * partition that is furthest behind.
 */
public final class VersionRunner implements AutoCloseable {

    private static final int MANY = 1_000;

    public final BoundHandlers bound;
    public final Views.Version version;
    public final List<ProjectionRunner> segments;

    public VersionRunner(
            BoundHandlers bound,
            Views.Version version,
            EventTail tail,
            boolean serves,
            @Nullable SegmentOwnership sharing,
            Runnable ended) {
        this.bound = bound;
        this.version = version;
        int number = version.segments().size();
        if (number > 1 && !bound.segmented()) {
            throw new IllegalStateException("Version " + version.number() + " of " + bound.name
                    + " is stored in partitions, but the projection does not derive keys from events.");
        }
        this.segments = IntStream.range(0, number)
                .mapToObj(index ->
                        new ProjectionRunner(bound, version, index, tail, serves, sharing, ended, this::reached))
                .toList();
        segments.forEach(ProjectionRunner::start);
    }

    /** Returns the position at which queries are answered. */
    public long reached() {
        long lowest = Long.MAX_VALUE;
        for (ProjectionRunner segment : segments) {
            lowest = Math.min(lowest, segment.reached());
        }
        return lowest;
    }

    /**
     * Returns whether queries at this position can be answered. Before the memory is loaded, not even queries at
     * position 0 can.
     */
    public boolean hasReached(long position) {
        for (ProjectionRunner segment : segments) {
            if (!segment.hasReached(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Answers a query from the documents. A partition whose events belong to the others stores its position only every
     * few seconds, so the position that all partitions had reached before the read counts: otherwise an answer would
     * hide what its caller has written.
     */
    public <R> R read(Function<Documents, R> question) {
        if (segments.size() == 1) {
            return version.read(question);
        }
        long reached = reached();
        return version.read(documents ->
                question.apply(documents.position() < reached ? new ReachedDocuments(documents, reached) : documents));
    }

    public CompletableFuture<Boolean> whenReached(long position) {
        if (segments.size() == 1) {
            return segments.getFirst().whenReached(position);
        }
        List<CompletableFuture<Boolean>> each =
                segments.stream().map(segment -> segment.whenReached(position)).toList();
        CompletableFuture<Boolean> all = CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> each.stream().allMatch(CompletableFuture::join));
        // A caller that gives up must leave every queue.
        all.whenComplete((answer, failure) -> each.forEach(one -> one.cancel(false)));
        return all;
    }

    /** Returns the rate of the partition that is furthest behind. */
    public double eventsPerSecond() {
        return segments.stream()
                .min(Comparator.comparingLong(ProjectionRunner::reached))
                .orElseThrow()
                .eventsPerSecond();
    }

    /** Returns the failure for which a partition retries, or null while all make progress. */
    @Nullable
    public String trouble() {
        return segments.stream()
                .map(ProjectionRunner::trouble)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the number of dead letters, at most a thousand. */
    public int letterCount() {
        return version.deadLetters().list(0, MANY).size();
    }

    /** Runs an action while no partition does anything else. */
    public <R> R inTurn(Supplier<R> work) {
        return inTurn(0, work);
    }

    private <R> R inTurn(int from, Supplier<R> work) {
        return from == segments.size() ? work.get() : segments.get(from).inTurn(() -> inTurn(from + 1, work));
    }

    /** Returns the position of the partition that is furthest ahead. Call it inside {@link #inTurn}. */
    public long furthest() {
        return segments.stream().mapToLong(ProjectionRunner::position).max().orElseThrow();
    }

    /** Brings all partitions to one position. Call it inside {@link #inTurn}. */
    public void catchUp(long position) {
        for (ProjectionRunner segment : segments) {
            while (segment.position() < position) {
                if (!segment.step(position)) {
                    throw new IllegalStateException("The log ends before position " + position);
                }
            }
        }
    }

    /**
     * Takes over the memory, or releases it. A projection with memory has one partition. Call it inside {@link
     * #inTurn}.
     */
    public void remember(Projection.@Nullable InMemory held) {
        segments.getFirst().remember(held);
    }

    /**
     * Releases the memory for another version. Until {@link #handedOver}, queries here cannot go beyond its position.
     * Call it inside {@link #inTurn}.
     */
    public void handOver() {
        segments.getFirst().handOver();
    }

    /** Ends the hand-over: queries go to the other version from now on. Call it inside {@link #inTurn}. */
    public void handedOver() {
        segments.getFirst().handedOver();
    }

    public void ownerChanged(int segment) {
        if (segment < segments.size()) {
            segments.get(segment).ownerChanged();
        }
    }

    public void awaited(int segment, long position) {
        if (segment < segments.size()) {
            segments.get(segment).awaited(position);
        }
    }

    /** Retries a dead letter in every partition that has it, and then the waiting events of its stream. */
    public boolean retry(long letter) {
        return settle(letter, segment -> segment.retry(letter));
    }

    /** Skips an event for good in every partition that could not apply it. */
    public boolean discard(long letter) {
        return settle(letter, segment -> segment.discard(letter));
    }

    private boolean settle(long letter, Function<ProjectionRunner, Boolean> how) {
        List<ProjectionRunner> having =
                segments.stream().filter(segment -> segment.has(letter)).toList();
        boolean all = true;
        // A partition without this letter refuses with the right message.
        for (ProjectionRunner segment : having.isEmpty() ? List.of(segments.getFirst()) : having) {
            all &= how.apply(segment);
        }
        return all;
    }

    @Override
    public void close() {
        segments.forEach(ProjectionRunner::close);
    }
}
