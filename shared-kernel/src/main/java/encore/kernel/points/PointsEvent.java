package encore.kernel.points;

import encore.kernel.Event;
import encore.kernel.listednames.ListedName;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.privacy.Secret;
import encore.kernel.published.PublishedValue;
import encore.kernel.time.EffectiveTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to points. */
public sealed interface PointsEvent extends Event {

    /**
     * A record was added to a ledger. Revision 0 had no point type and no source (every record counted as
     * {@code points}), and no balance.
     *
     * @param balance the balance of the ledger after this record
     * @param quest the parts of an award of a quest; null for other awards
     * @param effectiveAt the time of its own that the caller gave; null for none
     */
    @RecordBuilder
    @Revision("1")
    record PointsAwarded(
            @PublishedValue LedgerId ledger,
            @PublishedValue @NotPersonal("a uid of ours") String fanPointUid,
            @PublishedValue("point_count") long count,
            @PublishedValue @Nullable Long balance,

            @PublishedValue @NotPersonal("one of the contract's types")
            String pointType,

            @PublishedValue("point_source") @NotPersonal("the name of a call")
            String source,

            @NotPersonal("a key of the customer's") @Nullable
            String awardKey,

            @PublishedValue @NotPersonal("a uid of ours") @Nullable
            String rewardUid,

            @PublishedValue @Nullable Long pageTabId,
            @PublishedValue @Nullable Long activityId,

            @Secret @NotPersonal("a hash of a uid") @Nullable
            String sessionHash,

            @Nullable QuestAward quest,
            @PublishedValue(optional = true) @Nullable Instant effectiveAt)
            implements PointsEvent {

        /** Returns the time that windows, sums and rules of dates count it at. */
        public Instant timeOf(Instant stamp) {
            return new EffectiveTime(effectiveAt, stamp).time();
        }

        /** Returns the event of an award. */
        public static PointsAwarded of(AwardPoints award, long balance) {
            AwardDetails details = award.details();
            return PointsEventPointsAwardedBuilder.builder()
                    .ledger(award.ledger())
                    .fanPointUid(award.fanPointUid())
                    .count(award.count())
                    .pointType(details.pointType())
                    .source(award.source())
                    .balance(balance)
                    .awardKey(details.awardKey())
                    .rewardUid(details.rewardUid())
                    .pageTabId(details.pageTabId())
                    .activityId(details.activityId())
                    .sessionHash(details.sessionHash())
                    .quest(details.quest())
                    .effectiveAt(details.effectiveAt())
                    .build();
        }
    }

    /** A point type was created. */
    @Revision("1")
    record PointTypeCreated(
            @PublishedValue PointTypeId pointType,
            @ListedName @NotPersonal("the points' name") String name) implements PointsEvent {}
}
