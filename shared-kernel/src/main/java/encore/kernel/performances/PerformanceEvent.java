package encore.kernel.performances;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import java.util.UUID;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a performance. */
public sealed interface PerformanceEvent extends Event {

    PerformanceId performance();

    /** A performance was added. */
    @Revision("1")
    record PerformanceAdded(
            @PublishedValue PerformanceId performance,
            @PublishedValue PerformanceDetails details) implements PerformanceEvent {}

    /**
     * A performance changed. The event holds the changed components only. If an additional artist changed, it holds all
     * of them.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record PerformanceChanged(
            @PublishedValue PerformanceId performance,
            @PublishedValue PerformanceDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements PerformanceEvent, Event.Change<PerformanceDetails> {

        public static PerformanceChanged of(PerformanceId performance, Patch<PerformanceDetails> patch) {
            return new PerformanceChanged(performance, patch.given(), patch.clearedNames());
        }
    }

    /** The picture of a performance was set, or removed. */
    @Revision("1")
    record PerformancePictured(
            @PublishedValue PerformanceId performance,
            @PublishedValue @Nullable UUID mediaUid) implements PerformanceEvent, Event.ManagementAction {
        @Override
        public String target() {
            return performance.toString();
        }
    }

    /** A performance was removed. */
    @Revision("1")
    record PerformanceRemoved(@PublishedValue PerformanceId performance)
            implements PerformanceEvent, Event.FinalEvent {}
}
