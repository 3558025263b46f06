package encore.kernel.fanstreams;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a stream of records. */
public sealed interface FanStreamEvent extends Event.ManagementAction {

    FanStreamId stream();

    @Override
    default String target() {
        return stream().toString();
    }

    /**
     * A stream was created.
     *
     * @param streamKey unique in the installation, as it is in the id
     */
    @Revision("1")
    record FanStreamCreated(
            @PublishedValue FanStreamId stream,
            @NotPersonal("a key that pages show") String streamKey,
            @PublishedValue FanStreamSettings settings)
            implements FanStreamEvent {}

    /**
     * The settings changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record FanStreamChanged(
            @PublishedValue FanStreamId stream,
            @PublishedValue FanStreamSettings changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements FanStreamEvent, Event.Change<FanStreamSettings> {

        public static FanStreamChanged of(FanStreamId stream, Patch<FanStreamSettings> patch) {
            return new FanStreamChanged(stream, patch.given(), patch.clearedNames());
        }
    }

    /** A stream was deleted for ever, with all its records. Its key is not given to another one. */
    @Revision("1")
    record FanStreamDeleted(@PublishedValue FanStreamId stream) implements FanStreamEvent, Event.FinalEvent {}
}
