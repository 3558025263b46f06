package encore.kernel.performances;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of a performance. */
public sealed interface PerformanceCommand extends Command<PerformanceUid> {

    PerformanceId performance();

    @Override
    default PerformanceId stream() {
        return performance();
    }

    /** Adds a performance (spec 3, 4: POST /v1/ent/performances). Its uid was minted before; it has a name and a date. */
    record AddPerformance(PerformanceId performance, PerformanceDetails details) implements PerformanceCommand {}

    /** Plans a performance otherwise; its name and date cannot be cleared, its business is as before. */
    record ChangePerformance(PerformanceId performance, Patch<PerformanceDetails> change)
            implements PerformanceCommand {}

    /** Gives a performance another picture, or takes it away. */
    record PicturePerformance(PerformanceId performance, Patch<PerformancePicture> change)
            implements PerformanceCommand {}

    /** Takes a performance away. */
    record RemovePerformance(PerformanceId performance) implements PerformanceCommand {}
}
