package encore.kernel.rewards;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.paging.Paging.TimeKeys;
import encore.kernel.rewards.codes.PrizeCodeStock;
import encore.kernel.rewards.issuances.RewardFan;
import encore.kernel.rewards.issuances.RewardUpdate;
import encore.kernel.rewards.issuances.WonReward;
import encore.kernel.time.AsOf;
import encore.kernel.time.Days;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be asked about rewards. {@code now} is the time for which a status is computed; with {@code asOf} it
 * is that moment instead.
 */
public sealed interface RewardQuery<R> extends Query<R> {

    /**
     * The undeleted rewards of a business, by order_idx and then as they were created. An unknown business or performance is
     * refused.
     */
    record FindRewards(
            long account,
            long businessId,
            @Nullable String performanceUid,
            Instant now,
            @Nullable AsOf asOf) implements RewardQuery<List<Reward>> {}

    /**
     * The undeleted rewards of an account or of a business, for staff, as they were created. An unknown business or
     * performance is refused.
     */
    record FindManagedRewards(
            long account,
            Criteria criteria,
            Instant now,
            NextKey paging,
            @Nullable AsOf asOf) implements RewardQuery<Page<Reward.Managed>> {}

    /** The rewards that staff look for; null where any matches. */
    @RecordBuilder
    record Criteria(
            @Nullable Long businessId,
            @Nullable String performanceUid,
            @Nullable RewardStatus status) {}

    /** One undeleted reward for staff; any other is refused as unknown. */
    record FindManagedReward(
            long account,
            String rewardUid,
            Instant now,
            @Nullable AsOf asOf) implements RewardQuery<Reward.Managed> {}

    /**
     * The rewards that a fan has, deleted ones included, as they were issued. An unknown fan, business or performance is
     * refused.
     *
     * @param businessId null for those of all businesses
     */
    record FindWonRewards(
            long account,
            long fanId,
            @Nullable Long businessId,
            @Nullable String performanceUid,
            Instant now,
            @Nullable AsOf asOf)
            implements RewardQuery<List<WonReward>> {}

    /** The fans that have an undeleted reward, in the order of its issuances. Erased fans are left out. */
    record FindRewardFans(
            long account,
            String rewardUid,
            NextKey paging,
            @Nullable AsOf asOf) implements RewardQuery<Page<RewardFan>> {}

    /** Checks that a reward exists. One that was deleted counts, since its issuances and passes stay. */
    record RequireReward(long account, String rewardUid) implements RewardQuery<RewardUid> {}

    /** The numbers of the prize codes of an undeleted reward. */
    record FindPrizeCodeStock(long account, String rewardUid) implements RewardQuery<PrizeCodeStock> {}

    /** The rewards at their latest change, and all issuances, by time. Those of erased fans are left out. */
    record FindRewardUpdates(long account, @Nullable Instant from, Instant now, TimeKeys paging)
            implements RewardQuery<Page<RewardUpdate>> {}

    /** The number of a business' rewards that were issued on some days. Erased fans' count as well. */
    record CountIssuances(long account, long businessId, Days days) implements RewardQuery<IssuanceCount> {}

    /** A number of issued rewards. */
    record IssuanceCount(long count) {}

    /**
     * Rewards that are neither switched off nor over, and of which at most a tenth of the prize codes is left; the newest first.
     *
     * @param limit the most rewards with prize codes that are looked at
     */
    record FindScarceRewards(long account, Instant now, int limit)
            implements RewardQuery<FindScarceRewards.ScarceRewards> {

        /** @param isCut whether there are rewards that were not looked at */
        public record ScarceRewards(List<ScarceReward> rewards, boolean isCut) {
            public ScarceRewards {
                rewards = List.copyOf(rewards);
            }
        }

        /** @param left the number of prize codes that no fan has */
        public record ScarceReward(String rewardUid, String rewardTitle, long left) {}
    }
}
