package encore.query.completions;

import encore.kernel.points.ledgers.Balance;
import encore.kernel.requirements.Standing;
import encore.kernel.tags.TagName;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTypeWithTiers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a fan stood at a moment, for the statuses of quests.
 *
 * @param balances by point_uid
 * @param completed the page_tab_ids of the completed quests
 * @param tagNames as they are compared
 * @param tiers by point_tier_uid
 */
record StandingAtMoment(
        Map<String, Long> balances, Set<Long> completed, Set<String> tagNames, Map<String, PointTier> tiers)
        implements Standing {

    static StandingAtMoment of(
            List<Balance> balances, Set<Long> completed, Set<String> tagNames, List<PointTypeWithTiers> types) {
        return new StandingAtMoment(
                balances.stream().collect(Collectors.toMap(Balance::pointUid, Balance::balance)),
                completed,
                tagNames,
                types.stream()
                        .flatMap(type -> type.tiers().stream())
                        .collect(Collectors.toMap(PointTier::pointTierUid, Function.identity())));
    }

    @Override
    public long balance(String pointUid) {
        return balances.getOrDefault(pointUid, 0L);
    }

    @Override
    public boolean hasCompleted(long pageTabId) {
        return completed.contains(pageTabId);
    }

    @Override
    public boolean hasTag(String tagName) {
        return tagNames.contains(TagName.of(tagName).claimed());
    }

    @Override
    public @Nullable Tier tier(String pointTierUid) {
        PointTier tier = tiers.get(pointTierUid);
        return tier == null ? null : new Tier(tier.pointUid(), tier.minPoints());
    }
}
