package encore.kernel.rewards;

import encore.kernel.Event;
import encore.kernel.Patch;
import encore.kernel.ZeroPointsRecord;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.ZeroPoints;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to a reward. */
public sealed interface RewardEvent extends Event {

    RewardId reward();

    /**
     * A reward was created. The components beside the details never change.
     *
     * @param pointUid the point type that measures it unless it requires a tier: that of the business when it was made, else
     *     the account's default. Earlier builds stored the type of the tier of a reward that was made with one
     */
    @Revision("1")
    record RewardCreated(
            @PublishedValue RewardId reward,
            @PublishedValue long businessId,
            @PublishedValue RewardType rewardType,

            @PublishedValue @NotPersonal("a uid of ours") String pointUid,

            @PublishedValue RewardDetails details)
            implements RewardEvent {}

    /**
     * A reward changed. The event holds the changed components only.
     *
     * @param businessId the business of the reward, in which a title is unique
     * @param cleared the names of the cleared components
     */
    @Revision("1")
    record RewardChanged(
            @PublishedValue RewardId reward,
            @PublishedValue long businessId,
            @PublishedValue RewardDetails changes,

            @PublishedValue @NotPersonal("names of components") @Nullable
            List<String> cleared)
            implements RewardEvent, Event.Change<RewardDetails>, Event.ManagementAction {

        public static RewardChanged of(RewardId reward, long businessId, Patch<RewardDetails> patch) {
            return new RewardChanged(reward, businessId, patch.given(), patch.clearedNames());
        }

        @Override
        public String target() {
            return reward.toString();
        }
    }

    /**
     * A fan got the reward. Nothing in it is personal: a fan's id stands in clear, and the fan is no subject of it, so that
     * the stream keeps its snapshots.
     *
     * @param number 1 for the first issuance of the reward
     * @param fanPointUid the uid of its record of 0 points, which is data of a QR code
     * @param pointUid the point type that measured it
     * @param pointType {@code vendora} or {@code vendorb} for rewards of these types, else {@code points}
     * @param at the time of the first deed of the chain that led to it, or of the call
     * @param causes the positions of the events that led to it, ascending; empty for an assignment by hand
     * @param isByHand whether staff assigned it
     * @param codeIndex the index of its prize code, from 0; null for other types
     */
    @RecordBuilder
    @Revision("1")
    record RewardIssued(
            @PublishedValue RewardId reward,
            @PublishedValue long fanId,
            @PublishedValue("reward_business_id") long businessId,
            @PublishedValue("reward_number") long number,

            @NotPersonal("a uid of ours") String fanPointUid,

            @PublishedValue @NotPersonal("a uid of ours") String pointUid,

            @PublishedValue @NotPersonal("one of the contract's types")
            String pointType,

            @PublishedValue("reward_performance_uid") @NotPersonal("a uid of ours") @Nullable
            String performanceUid,

            Instant at,
            List<Long> causes,
            @PublishedValue boolean isByHand,
            @Nullable Long codeIndex)
            implements RewardEvent, ZeroPointsRecord {
        public RewardIssued {
            causes = List.copyOf(causes);
        }

        public FanId fan() {
            return new FanId(reward.account(), fanId);
        }

        @Override
        public ZeroPoints zeroPoints(long position) {
            return new ZeroPoints(
                    new LedgerId(fan(), pointUid),
                    fanPointUid,
                    pointType,
                    "reward",
                    null,
                    null,
                    performanceUid,
                    reward.uid());
        }
    }

    /**
     * The expiration of a reward was reached. This announces it; decisions use the time of the deed.
     *
     * @param expiration the expiration that was reached; a later one is announced again
     */
    @Revision("1")
    record RewardExpired(
            @PublishedValue RewardId reward,
            @PublishedValue("expiration_timestamp") Instant expiration) implements RewardEvent {}

    /** A reward was added to the list of its business, which counts the rewards. */
    @Revision("1")
    record RewardListed(BusinessRewardsId rewards, RewardId reward) implements RewardEvent {}

    /** A deleted reward was removed from the list of its business, which was full. */
    @Revision("1")
    record RewardUnlisted(BusinessRewardsId rewards, RewardId reward) implements RewardEvent {}

    /** A reward was deleted for ever. Issuances and prize codes stay. */
    @Revision("1")
    record RewardDeleted(@PublishedValue RewardId reward) implements RewardEvent, Event.FinalEvent {}
}
