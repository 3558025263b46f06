package encore.kernel.performances;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of a performance. */
public sealed interface PerformanceCommand extends Command<PerformanceUid> {

    PerformanceId performance();

    @Override
    default PerformanceId stream() {
        return performance();
    }

    /**
     * Adds a performance (spec 3, 4: POST /v1/ent/performances). Its uid is generated before the command; the details
     * have a name and a date.
     */
    record AddPerformance(PerformanceId performance, PerformanceDetails details) implements PerformanceCommand {}

    /** Changes a performance. Its name and date cannot be cleared, and its business never changes. */
    record ChangePerformance(PerformanceId performance, Patch<PerformanceDetails> change)
            implements PerformanceCommand {}

    /** Sets or removes the picture of a performance. */
    record PicturePerformance(PerformanceId performance, Patch<PerformancePicture> change)
            implements PerformanceCommand {}

    /** Removes a performance. */
    record RemovePerformance(PerformanceId performance) implements PerformanceCommand {}
}
