package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.views.Views;
import encore.query.batches.DeadLetterQueue;
import encore.query.image.ImageFile;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.positions.BeyondTheLog;
import encore.query.runner.positions.PositionRate;
import encore.query.runner.positions.PositionWaiters;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One partition of a version, with the objects that its owner, follower and filler share.
 *
 * @param index the partition's number
 * @param name the name of the runner, for its thread and in log lines
 * @param partitionOwnership says whether this process writes the documents; null when no other process can
 */
record RunnerContext(
        ProjectionHandlers handlers,
        Views.Version version,
        int index,
        String name,
        EventTail tail,
        TailPages pages,
        DeadLetterQueue letters,
        @Nullable PartitionOwnership partitionOwnership,
        ProjectionMemory memory,
        PositionWaiters positionWaiters,
        PositionRate positionRate,
        FillQueue fillQueue) {

    /** This many events are applied in one batch, unless the partition is far behind. */
    static final int BATCH = 2_000;

    /** Creates the context of a partition. With {@code serves}, the projection's memory belongs to this version. */
    static RunnerContext of(
            ProjectionHandlers handlers,
            Views.Version version,
            int index,
            EventTail tail,
            boolean serves,
            @Nullable PartitionOwnership partitionOwnership,
            FillQueue fillQueue) {
        boolean isOnlyPartition = version.partitions().size() == 1;
        String name = "projection-" + handlers.name + ".v" + version.number() + (isOnlyPartition ? "" : "." + index);
        var letters = new DeadLetterQueue(version.partitions().get(index));
        var pages = new TailPages(tail, handlers.eventSelection());
        Projection.InMemory projectionMemory =
                serves && handlers.projection instanceof Projection.InMemory one ? one : null;
        return new RunnerContext(
                handlers,
                version,
                index,
                name,
                tail,
                pages,
                letters,
                partitionOwnership,
                new ProjectionMemory(
                        version, letters, pages, name, projectionMemory, imageFile(handlers, version, tail)),
                // Until the memory is loaded, no query is answered, not even at position 0.
                new PositionWaiters(projectionMemory == null ? 0 : -1),
                new PositionRate(),
                fillQueue);
    }

    private static @Nullable ImageFile imageFile(ProjectionHandlers handlers, Views.Version version, EventTail tail) {
        Path file = version.imageFile();
        String shape = handlers.projection.shape().types() + " " + handlers.projection.revision();
        return file == null
                ? null
                : new ImageFile(file, new ImageFile.ImageOwner(handlers.name, version.number(), shape), tail::hashAt);
    }

    Views.Partition partition() {
        return version.partitions().get(index);
    }

    /** Returns whether a position is at most one batch away from the log's head. */
    boolean isNear(long position) {
        return tail.head() - position <= BATCH;
    }

    /**
     * Refuses documents of events that the log does not have. The log was cut, and the events that replace the missing
     * ones would never be applied.
     */
    long requireWithinLog(long found) {
        long head = tail.head();
        if (found > head) {
            throw new BeyondTheLog(name, found, head);
        }
        return found;
    }
}
