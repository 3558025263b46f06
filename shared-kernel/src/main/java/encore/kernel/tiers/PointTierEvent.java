package encore.kernel.tiers;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the stream of one tier, by which other features find the tier. */
public sealed interface PointTierEvent extends Event {

    PointTierId tier();

    /** A tier got a stream of its own. It belongs to the same tiers for ever. */
    @Revision("1")
    record TierOpened(PointTierId tier, PointTiersId tiers) implements PointTierEvent {}
}
