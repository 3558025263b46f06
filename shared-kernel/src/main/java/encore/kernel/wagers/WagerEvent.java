package encore.kernel.wagers;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a wager. */
public sealed interface WagerEvent extends Event.ManagementAction {

    WagerId wager();

    @Override
    default String target() {
        return wager().toString();
    }

    /** A wager was offered. */
    @Revision("1")
    record WagerOffered(
            @PublishedValue WagerId wager, @PublishedValue WagerDetails details) implements WagerEvent {}

    /**
     * A wager changed. The event holds the changed components only.
     *
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record WagerChanged(
            @PublishedValue WagerId wager,
            @PublishedValue WagerDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements WagerEvent, Event.Change<WagerDetails> {

        public static WagerChanged of(WagerId wager, Patch<WagerDetails> patch) {
            return new WagerChanged(wager, patch.given(), patch.clearedNames());
        }
    }

    /** A wager was decided, for ever. */
    @Revision("1")
    record WagerDecided(
            @PublishedValue WagerId wager, @PublishedValue WagerResult result) implements WagerEvent {}

    /** A wager was withdrawn. */
    @Revision("1")
    record WagerWithdrawn(@PublishedValue WagerId wager) implements WagerEvent, Event.FinalEvent {}
}
