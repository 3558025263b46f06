package encore.kernel.likings;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a fan's idols. */
public sealed interface LikingEvent extends Event {

    LikingsId likings();

    String idolUid();

    /**
     * An idol was added to a fan.
     *
     * @param isExplicit whether the fan said so itself
     */
    @Revision("1")
    record FanIdolAdded(
            @PublishedValue LikingsId likings,
            @PublishedValue @NotPersonal("an id") String idolUid,
            @PublishedValue boolean isExplicit)
            implements LikingEvent {}

    /** It changed whether the fan said itself that it likes the idol. */
    @Revision("1")
    record FanIdolChanged(
            @PublishedValue LikingsId likings,
            @PublishedValue @NotPersonal("an id") String idolUid,
            @PublishedValue boolean isExplicit)
            implements LikingEvent {}

    /** An idol was removed from a fan. */
    @Revision("1")
    record FanIdolRemoved(
            @PublishedValue LikingsId likings,
            @PublishedValue @NotPersonal("an id") String idolUid) implements LikingEvent {}
}
