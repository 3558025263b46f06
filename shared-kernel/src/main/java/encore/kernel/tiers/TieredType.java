package encore.kernel.tiers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A point type with its tiers, lowest first; of tiers with one threshold the one added last stands highest. */
public record TieredType(String pointUid, String pointName, List<PointTier> tiers) {

    public TieredType {
        tiers = List.copyOf(tiers);
    }

    /** The highest tier that a balance reaches. */
    public @Nullable PointTier tierAt(long balance) {
        return tiers.stream()
                .filter(tier -> tier.minPoints() <= balance)
                .reduce((lower, higher) -> higher)
                .orElse(null);
    }
}
