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

/** One version of a projection, each of its segments on a runner: it is as far as the one that is least far. */
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
                    + " is stored in segments, and the projection does not say which key is in which.");
        }
        this.segments = IntStream.range(0, number)
                .mapToObj(index ->
                        new ProjectionRunner(bound, version, index, tail, serves, sharing, ended, this::reached))
                .toList();
        segments.forEach(ProjectionRunner::start);
    }

    /** The position that queries are answered at. */
    public long reached() {
        long lowest = Long.MAX_VALUE;
        for (ProjectionRunner segment : segments) {
            lowest = Math.min(lowest, segment.reached());
        }
        return lowest;
    }

    /** Whether questions about this position are answered; before anything is in memory not even about 0. */
    public boolean hasReached(long position) {
        for (ProjectionRunner segment : segments) {
            if (!segment.hasReached(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Answers from the documents. A segment that passes over events for the others stores how far it is once a second
     * only: where all are before the documents are read counts, or an answer would withhold what its asker has written.
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
        // Who gives up must not stay in any queue.
        all.whenComplete((answer, failure) -> each.forEach(one -> one.cancel(false)));
        return all;
    }

    /** Of the segment that is least far. */
    public double eventsPerSecond() {
        return segments.stream()
                .min(Comparator.comparingLong(ProjectionRunner::reached))
                .orElseThrow()
                .eventsPerSecond();
    }

    /** Names what a segment waits for, or null when all go on. */
    @Nullable
    public String trouble() {
        return segments.stream()
                .map(ProjectionRunner::trouble)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Counts the dead letters, no further than a thousand. */
    public int letterCount() {
        return version.deadLetters().list(0, MANY).size();
    }

    /** Holds all segments still while something else is done. */
    public <R> R inTurn(Supplier<R> work) {
        return inTurn(0, work);
    }

    private <R> R inTurn(int from, Supplier<R> work) {
        return from == segments.size() ? work.get() : segments.get(from).inTurn(() -> inTurn(from + 1, work));
    }

    /** In turn: the position of the segment that is furthest. */
    public long furthest() {
        return segments.stream().mapToLong(ProjectionRunner::position).max().orElseThrow();
    }

    /** In turn: brings all segments to one position. */
    public void catchUp(long position) {
        for (ProjectionRunner segment : segments) {
            while (segment.position() < position) {
                if (!segment.step(position)) {
                    throw new IllegalStateException("The log ends before " + position);
                }
            }
        }
    }

    /** In turn: takes over the memory, or lets go of it; what is kept in memory has one segment. */
    public void remember(Projection.@Nullable InMemory held) {
        segments.getFirst().remember(held);
    }

    /** In turn: lets go of the memory for another version; nobody reads further here until {@link #handedOver}. */
    public void handOver() {
        segments.getFirst().handOver();
    }

    /** In turn: questions go to the other version from now on. */
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

    /** Tries a dead letter again in every segment that has it, and then those of its stream that wait behind it. */
    public boolean retry(long letter) {
        return settle(letter, segment -> segment.retry(letter));
    }

    /** Goes on without an event in every segment that could not apply it. */
    public boolean discard(long letter) {
        return settle(letter, segment -> segment.discard(letter));
    }

    private boolean settle(long letter, Function<ProjectionRunner, Boolean> how) {
        List<ProjectionRunner> having =
                segments.stream().filter(segment -> segment.has(letter)).toList();
        boolean all = true;
        // One that has no such letter says so.
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
