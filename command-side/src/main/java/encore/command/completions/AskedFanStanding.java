package encore.command.completions;

import encore.command.lookups.KnownTiers;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.StreamId;
import encore.kernel.completions.CompletionId;
import encore.kernel.fans.FanCommand.ReadFanTags;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.ReadBalance;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.QuestDetails;
import encore.kernel.requirements.FanStanding;
import encore.kernel.tags.TagId;
import encore.kernel.tags.TagName;
import encore.kernel.tiers.PointTiersId;
import encore.kernel.tiers.TiersCommand.ReadTier;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The present standing of a fan, as far as the restriction of one quest depends on it. It always takes three steps, so that
 * later steps keep their ids.
 *
 * @param measuredBy the point type of the balance
 * @param tagIds the fan's tags
 */
record AskedFanStanding(
        FanId fan,
        String measuredBy,
        long balance,
        @Nullable Tier askedTier,
        Set<Long> tagIds,
        Claims claims,
        Streams streams)
        implements FanStanding {

    /** @param pointUid the point type of the quest */
    static AskedFanStanding ask(
            FanId fan, QuestDetails quest, String pointUid, Claims claims, Streams streams, Dispatch dispatch) {
        AccessRestriction restriction = quest.accessRestrictionType();
        Tier tier = restriction == AccessRestriction.POINT_TIER
                ? tier(fan.account(), quest.pointTierUid(), streams, dispatch)
                : skipped(dispatch);
        String measuredBy = tier == null ? pointUid : tier.pointUid();
        boolean isByPoints = restriction == AccessRestriction.FAN_POINTS || tier != null;
        long balance =
                isByPoints ? balance(new LedgerId(fan, measuredBy), streams, dispatch) : skippedBalance(dispatch);
        Set<Long> tags = restriction == AccessRestriction.TAG
                ? dispatch.send(new ReadFanTags(fan)).tagIds()
                : skippedTags(dispatch);
        return new AskedFanStanding(fan, measuredBy, balance, tier, tags, claims, streams);
    }

    private static @Nullable Tier skipped(Dispatch dispatch) {
        dispatch.skipStep();
        return null;
    }

    private static long skippedBalance(Dispatch dispatch) {
        dispatch.skipStep();
        return 0;
    }

    private static Set<Long> skippedTags(Dispatch dispatch) {
        dispatch.skipStep();
        return Set.of();
    }

    private static @Nullable Tier tier(long account, @Nullable String uid, Streams streams, Dispatch dispatch) {
        PointTiersId tiers = uid == null ? null : KnownTiers.find(account, uid, streams);
        return uid == null || tiers == null ? skipped(dispatch) : dispatch.send(new ReadTier(tiers, uid));
    }

    private static long balance(LedgerId ledger, Streams streams, Dispatch dispatch) {
        return streams.isOpen(ledger) ? dispatch.send(new ReadBalance(ledger)).balance() : skippedBalance(dispatch);
    }

    @Override
    public long balance(String pointUid) {
        return pointUid.equals(measuredBy) ? balance : 0;
    }

    @Override
    public boolean hasCompleted(long pageTabId) {
        return streams.isOpen(new CompletionId(fan.account(), pageTabId, fan.number()));
    }

    @Override
    public boolean hasTag(String tagName) {
        String owner = claims.ownerOf(
                new Claim(TagName.SPACE, fan.account(), TagName.of(tagName).claimed()));
        return owner != null
                && tagIds.contains(StreamId.parse(TagId.class, owner).number());
    }

    @Override
    public @Nullable Tier tier(String pointTierUid) {
        return askedTier;
    }
}
