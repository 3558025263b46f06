package encore.kernel.points.ledgers;

import com.fasterxml.jackson.annotation.JsonInclude;
import encore.kernel.ZeroPointsRecord;
import encore.kernel.names.AddedLater;
import encore.kernel.points.LedgerId;
import encore.kernel.points.ZeroPoints;
import encore.kernel.privacy.Contact;
import encore.kernel.time.EffectiveTime;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A record of a ledger as it is stored, with the two forms that the contract has for it (spec 2, 2 and 3, 2).
 *
 * @param balance the balance of the ledger after this record; null for records of revision 0, and for records of 0 points,
 *     which are in no ledger
 * @param awardKey the key of the customer's; {@link AwardSignature} is made from it
 * @param sessionHash the session_ref of the session of an award; null for none
 * @param causedBy the position of the event that an automation awarded it for; of a quest's points that of the
 *     completion, whoever recorded them; null for an award by a call
 * @param creationTimestamp the time that it counts at, by which it is indexed: the time of its own, else the stamp
 * @param recordedAt the stamp of a record with a time of its own; null for others
 */
@RecordBuilder
public record FanPoint(
        long account,
        String fanPointUid,
        long fanId,
        String pointUid,
        long pointCount,
        @Nullable Long balance,
        String pointType,
        String pointSource,
        @Nullable String rewardUid,
        @Nullable Long pageTabId,
        @Nullable Long activityId,
        @Nullable String awardKey,
        @Nullable String sessionHash,
        @Nullable String performanceUid,
        @Nullable Long causedBy,
        Instant creationTimestamp,
        @AddedLater @Nullable Instant recordedAt) {

    /** The form of the CRM. */
    public record Crm(
            String fanPointUid,
            long fanId,
            String pointUid,
            @Nullable String pointName,
            long pointCount,
            String pointSource,
            @WireTime(WireTime.Form.ISO) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

    /**
     * The longer form.
     *
     * @param ipAddress the address of the session's login; null without a session, or when the fan was erased
     * @param sessionUid the session_ref
     * @param props {@code {caused_by: <position>}} of an award that an automation recorded, or of a quest; else null
     * @param performanceUid the performance of the quest or the reward; null for none
     * @param displayName null for a fan without a display name, or an erased fan
     */
    @RecordBuilder
    public record Ent(
            String fanPointUid,
            long fanId,
            String pointUid,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso,

            long pointCount,
            @Nullable Long pageTabId,
            @Contact @Nullable String ipAddress,
            String pointSource,
            @Nullable String sessionUid,
            @Nullable String awardSignature,
            @Nullable Long activityId,
            String pointType,
            @Contact @Nullable JsonNode props,
            @Nullable String performanceUid,
            @Nullable String rewardUid,
            @Nullable String pointName,
            @Nullable String displayName) {}

    /** Returns the document of a record of 0 points. */
    public static FanPoint ofZeroPoints(
            ZeroPoints record, ZeroPointsRecord event, @Nullable Long causedBy, Instant stamp) {
        LedgerId ledger = record.ledger();
        return FanPointBuilder.builder()
                .account(ledger.account())
                .fanPointUid(record.fanPointUid())
                .fanId(ledger.fan().number())
                .pointUid(ledger.pointUid())
                .pointCount(0)
                .pointType(record.pointType())
                .pointSource(record.source())
                .creationTimestamp(event.timeOf(stamp))
                .recordedAt(new EffectiveTime(event.effectiveAt(), stamp).recordedAt())
                .pageTabId(record.pageTabId())
                .activityId(record.activityId())
                .performanceUid(record.performanceUid())
                .rewardUid(record.rewardUid())
                .causedBy(causedBy)
                .build();
    }

    private Instant stamp() {
        return recordedAt == null ? creationTimestamp : recordedAt;
    }

    /** Returns the time of its own; null for none. */
    private @Nullable Instant effectiveAt() {
        return recordedAt == null ? null : creationTimestamp;
    }

    public Crm crm(@Nullable String pointName) {
        return new Crm(fanPointUid, fanId, pointUid, pointName, pointCount, pointSource, stamp(), effectiveAt());
    }

    public Ent ent(@Nullable String pointName, @Nullable String displayName) {
        return FanPointEntBuilder.builder()
                .fanPointUid(fanPointUid)
                .fanId(fanId)
                .pointUid(pointUid)
                .creationTimestamp(stamp())
                .pointCount(pointCount)
                .pointSource(pointSource)
                .pointType(pointType)
                .effectiveAtIso(effectiveAt())
                .pageTabId(pageTabId)
                .activityId(activityId)
                .rewardUid(rewardUid)
                .performanceUid(performanceUid)
                .pointName(pointName)
                .displayName(displayName)
                .sessionUid(sessionHash)
                .awardSignature(AwardSignature.of(this))
                .props(
                        causedBy == null
                                ? null
                                : JsonNodeFactory.instance.objectNode().put("caused_by", causedBy))
                .build();
    }
}
