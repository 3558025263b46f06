package encore.kernel.tiers;

import encore.kernel.Event;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the tiers of a point type. */
public sealed interface TiersEvent extends Event {

    PointTiersId tiers();

    /** A tier was added. */
    @Revision("1")
    record TierAdded(
            @PublishedValue PointTiersId tiers,
            @PublishedValue @NotPersonal("a uid of ours") String pointTierUid,
            @NotPersonal("the tier's name") String tierName,
            @PublishedValue long minPoints)
            implements TiersEvent {}

    /** The name or threshold of a tier changed. */
    @Revision("1")
    record TierChanged(
            @PublishedValue PointTiersId tiers,
            @PublishedValue @NotPersonal("a uid of ours") String pointTierUid,
            @NotPersonal("the tier's name") String tierName,
            @PublishedValue long minPoints)
            implements TiersEvent {}
}
