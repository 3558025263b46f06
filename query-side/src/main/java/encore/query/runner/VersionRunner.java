package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.positions.DocumentsAtPosition;
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

    public final ProjectionHandlers handlers;
    public final Views.Version version;
    public final List<ProjectionRunner> partitions;
    private volatile boolean serves;

    public VersionRunner(
            ProjectionHandlers handlers,
            Views.Version version,
            EventTail tail,
            boolean serves,
            @Nullable PartitionOwnership partitionOwnership,
            FillQueue fillQueue,
            Runnable onRemoval) {
        this.handlers = handlers;
        this.serves = serves;
        this.version = version;
        int number = version.partitions().size();
        if (number > 1 && !handlers.isPartitioned()) {
            throw new IllegalStateException("Version " + version.number() + " of " + handlers.name
                    + " is stored in partitions, but the projection does not derive keys from events.");
        }
        this.partitions = IntStream.range(0, number)
                .mapToObj(index -> new ProjectionRunner(
                        handlers,
                        version,
                        index,
                        tail,
                        serves,
                        () -> this.serves,
                        partitionOwnership,
                        fillQueue,
                        onRemoval,
                        this::reached))
                .toList();
        partitions.forEach(ProjectionRunner::start);
    }

    /** Returns the position at which queries are answered. */
    public long reached() {
        long lowest = Long.MAX_VALUE;
        for (ProjectionRunner runner : partitions) {
            lowest = Math.min(lowest, runner.reached());
        }
        return lowest;
    }

    /**
     * Returns whether queries at this position can be answered. Before the memory is loaded, not even queries at
     * position 0 can.
     */
    public boolean hasReached(long position) {
        for (ProjectionRunner runner : partitions) {
            if (!runner.hasReached(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Answers a query from the documents. The stored position of a partition may be a few seconds old when the newest
     * events concern only other partitions, or change nothing. So the query gets the position that all partitions had reached
     * before the read; with the stored one, an answer could leave out events that its caller has written.
     */
    public <R> R read(Function<Documents, R> query) {
        long reached = reached();
        return version.read(documents ->
                query.apply(documents.position() < reached ? new DocumentsAtPosition(documents, reached) : documents));
    }

    public CompletableFuture<Boolean> whenReached(long position) {
        if (partitions.size() == 1) {
            return partitions.getFirst().whenReached(position);
        }
        List<CompletableFuture<Boolean>> each =
                partitions.stream().map(runner -> runner.whenReached(position)).toList();
        CompletableFuture<Boolean> all = CompletableFuture.allOf(each.toArray(CompletableFuture<?>[]::new))
                .thenApply(done -> each.stream().allMatch(CompletableFuture::join));
        // A caller that gives up must leave every queue.
        all.whenComplete((answer, failure) -> each.forEach(one -> one.cancel(false)));
        return all;
    }

    /** Returns the rate of the partition that is furthest behind. */
    public double eventsPerSecond() {
        return partitions.stream()
                .min(Comparator.comparingLong(ProjectionRunner::reached))
                .orElseThrow()
                .eventsPerSecond();
    }

    /** Returns the failure for which a partition retries, or null while all make progress. */
    @Nullable
    public String trouble() {
        return partitions.stream()
                .map(ProjectionRunner::trouble)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns whether a partition waits in this process until other versions have been filled. */
    public boolean waitsForOthers() {
        return partitions.stream().anyMatch(ProjectionRunner::waitsForOthers);
    }

    /** Records whether this version serves. One that serves goes on while others are filled. */
    public void setServing(boolean now) {
        serves = now;
    }

    /** Runs an action while no partition does anything else. */
    public <R> R runExclusively(Supplier<R> work) {
        return runExclusively(0, work);
    }

    private <R> R runExclusively(int from, Supplier<R> work) {
        return from == partitions.size()
                ? work.get()
                : partitions.get(from).runExclusively(() -> runExclusively(from + 1, work));
    }

    /** Returns the position of the partition that is furthest ahead. Call it inside {@link #runExclusively}. */
    public long highestPosition() {
        return partitions.stream().mapToLong(ProjectionRunner::position).max().orElseThrow();
    }

    /** Brings all partitions to one position. Call it inside {@link #runExclusively}. */
    public void catchUp(long position) {
        for (ProjectionRunner runner : partitions) {
            while (runner.position() < position) {
                if (!runner.step(position)) {
                    throw new IllegalStateException("The log ends before position " + position);
                }
            }
        }
    }

    /**
     * Takes over the memory, or releases it. A projection with memory has one partition. Call it inside {@link
     * #runExclusively}.
     */
    public void attachMemory(Projection.@Nullable InMemory memory) {
        partitions.getFirst().attachMemory(memory);
    }

    /**
     * Releases the memory for another version. Until {@link #endHandOver}, queries here cannot go beyond its position.
     * Call it inside {@link #runExclusively}.
     */
    public void releaseMemory() {
        partitions.getFirst().releaseMemory();
    }

    /** Ends the hand-over: queries go to the other version from now on. Call it inside {@link #runExclusively}. */
    public void endHandOver() {
        partitions.getFirst().endHandOver();
    }

    public void ownerChanged(int partition) {
        if (partition < partitions.size()) {
            partitions.get(partition).ownerChanged();
        }
    }

    public void awaitedElsewhere(int partition, long position) {
        if (partition < partitions.size()) {
            partitions.get(partition).awaitedElsewhere(position);
        }
    }

    /** Retries a dead letter in every partition that has it, and then the waiting events of its stream. */
    public boolean retry(long letter) {
        return forPartitionsWith(letter, runner -> runner.retry(letter));
    }

    /** Skips an event for good in every partition that could not apply it. */
    public boolean discard(long letter) {
        return forPartitionsWith(letter, runner -> runner.discard(letter));
    }

    private boolean forPartitionsWith(long letter, Function<ProjectionRunner, Boolean> action) {
        List<ProjectionRunner> affected =
                partitions.stream().filter(runner -> runner.has(letter)).toList();
        boolean succeeded = true;
        // A partition without this letter refuses with the right message.
        for (ProjectionRunner runner : affected.isEmpty() ? List.of(partitions.getFirst()) : affected) {
            succeeded &= action.apply(runner);
        }
        return succeeded;
    }

    @Override
    public void close() {
        partitions.forEach(ProjectionRunner::close);
    }
}
