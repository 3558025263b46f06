package encore.command.tiers;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.tiers.PointTierEvent.TierOpened;
import encore.kernel.tiers.PointTierId;
import encore.kernel.tiers.PointTiersId;
import org.jspecify.annotations.Nullable;

/**
 * Finds the point type of a tier by the tier's uid. A tier of an earlier build is found from its next change on (ADR
 * 109).
 */
public final class KnownTiers {

    private KnownTiers() {}

    /** Returns the tiers to which a tier belongs; null for an unknown one. */
    public static @Nullable PointTiersId find(long account, String pointTierUid, Streams streams) {
        TierOpened opened = streams.firstEvent(new PointTierId(account, pointTierUid), TierOpened.class);
        return opened == null ? null : opened.tiers();
    }

    /** Throws a Refusal (400, naming the field) when the tier is unknown. */
    public static void mustExist(long account, String pointTierUid, String field, Streams streams) {
        if (find(account, pointTierUid, streams) == null) {
            throw new Refusal(RULE, "unknown-id", field, "There is no such " + field + ".");
        }
    }
}
