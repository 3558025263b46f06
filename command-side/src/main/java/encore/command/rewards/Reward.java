package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.lookups.KnownTiers;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.HandlesEndedStreams;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.fans.FanId;
import encore.kernel.rewards.IssuedReward;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardCommand.AnnounceExpiration;
import encore.kernel.rewards.RewardCommand.ChangeReward;
import encore.kernel.rewards.RewardCommand.DeleteReward;
import encore.kernel.rewards.RewardCommand.GiveReward;
import encore.kernel.rewards.RewardCommand.IssueReward;
import encore.kernel.rewards.RewardCommand.ReadReward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardEvent.RewardChanged;
import encore.kernel.rewards.RewardEvent.RewardCreated;
import encore.kernel.rewards.RewardEvent.RewardDeleted;
import encore.kernel.rewards.RewardEvent.RewardExpired;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.kernel.rewards.RewardEventRewardIssuedBuilder;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.RewardUid;
import encore.kernel.rewards.WinnerSelection;
import encore.kernel.tiers.PointTiersId;
import java.time.Instant;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/**
 * A reward and its issuances. It decides the first winners, and that a fan gets it once for ever. A once-key for each fan
 * keeps its state small.
 */
@Aggregate
class Reward {

    @AggregateIdentifier
    private @Nullable RewardId id;

    private long businessId;
    private @Nullable RewardType type;
    private String pointUid = "";
    private RewardDetails details = RewardDetails.NONE;
    private long issued;

    /** The number of prize codes that some fan has: those with a lower index. */
    private long givenCodes;

    /** The index of the prize code that was given last; -1 before the first. */
    private long lastCode = -1;

    /** The expiration that was announced last. */
    private @Nullable Instant announced;

    private boolean isDeleted;

    Reward() {}

    @CommandHandler
    RewardUid decide(ChangeReward command, Streams streams, Claims claims) {
        streams.mustBeKnown(business());
        RewardDetails after = RewardRules.detailsAfter(business(), loadedType(), details, command.change(), streams);
        theLimitIsNotBelowTheIssued(after);
        if (!after.equals(details)) {
            takeTitle(after, claims);
            apply(RewardChanged.of(loadedId(), businessId, Patch.between(details, after)));
        }
        return new RewardUid(loadedId().uid());
    }

    @CommandHandler
    RewardUid decide(DeleteReward command, Claims claims) {
        itIsOf(command.businessId());
        claims.release(RewardTitleClaims.claim(loadedId(), businessId, details.rewardTitle()), loadedId());
        apply(new RewardDeleted(loadedId()));
        return new RewardUid(loadedId().uid());
    }

    @CommandHandler
    @HandlesEndedStreams
    RewardState decide(ReadReward command, Streams streams) {
        boolean isGone = isDeleted || !streams.isOpen(business());
        return new RewardState(businessId, loadedType(), pointUid, details, issued, isGone);
    }

    @CommandHandler
    IssuedReward decide(GiveReward command, Streams streams, Once once, Instant now) {
        IssueReward issue = command.issue();
        streams.mustBeKnown(business());
        streams.mustBeKnown(new FanId(loadedId().account(), issue.fanId()));
        var key = new Once.Key("reward", "fan_id", Long.toString(issue.fanId()));
        return once.perKey(key, issue.fanId(), IssuedReward.class, () -> give(command, streams, now));
    }

    private IssuedReward give(GiveReward command, Streams streams, Instant now) {
        IssueReward issue = command.issue();
        if (issue.isByHand()) {
            itIsActive(now);
        }
        aPlaceIsLeft(issue.places());
        Long code = loadedType() == RewardType.PRIZE_CODE ? nextCode(command.codes()) : null;
        apply(RewardEventRewardIssuedBuilder.builder()
                .reward(loadedId())
                .fanId(issue.fanId())
                .businessId(businessId)
                .number(issued + 1)
                .fanPointUid(issue.fanPointUid())
                .pointUid(measuredPointUid(streams))
                .pointType(pointType())
                .at(issue.at())
                .causes(issue.causes())
                .isByHand(issue.isByHand())
                .performanceUid(details.performanceUid())
                .codeIndex(code)
                .build());
        return new IssuedReward(issue.fanId(), loadedId().uid(), issue.fanPointUid());
    }

    @CommandHandler
    RewardUid decide(AnnounceExpiration command) {
        if (command.expiration().equals(details.expirationTimestamp())
                && !command.expiration().equals(announced)) {
            apply(new RewardExpired(loadedId(), command.expiration()));
        }
        return new RewardUid(loadedId().uid());
    }

    private BusinessId business() {
        return new BusinessId(loadedId().account(), businessId);
    }

    private void itIsOf(long givenBusiness) {
        if (givenBusiness != businessId) {
            throw Refusal.unknown("The business has no such reward.");
        }
    }

    private void theLimitIsNotBelowTheIssued(RewardDetails after) {
        if (after.rewardLimit() != null && after.rewardLimit() < issued) {
            throw new Refusal(
                    RULE, "reward-limit-too-low", "reward_limit", "More fans than this have the reward already.");
        }
    }

    private void takeTitle(RewardDetails after, Claims claims) {
        if (!Objects.equals(details.rewardTitle(), after.rewardTitle())) {
            RewardTitleClaims.mustBeFree(loadedId(), businessId, after.rewardTitle(), claims);
            claims.release(RewardTitleClaims.claim(loadedId(), businessId, details.rewardTitle()), loadedId());
            claims.take(RewardTitleClaims.claim(loadedId(), businessId, after.rewardTitle()), loadedId());
        }
    }

    private void itIsActive(Instant now) {
        boolean isOver = details.expirationTimestamp() != null && !now.isBefore(details.expirationTimestamp());
        if (isOver || Boolean.TRUE.equals(details.isDisabled())) {
            throw new Refusal(RULE, "reward-not-active", "reward_uid", "The reward is not active.");
        }
    }

    /** @param places the places at the time of the cause; null for no limit */
    private void aPlaceIsLeft(@Nullable Long places) {
        if (places != null && issued >= places) {
            throw noneIsLeft();
        }
        if (details.winnerSelectionModel() == WinnerSelection.FIRST
                && details.rewardLimit() != null
                && issued >= details.rewardLimit()) {
            throw noneIsLeft();
        }
    }

    /** Returns the index of the code to give: each once if they are limited, otherwise in turn. */
    private long nextCode(long codes) {
        if (Boolean.TRUE.equals(details.isLimited())) {
            if (givenCodes >= codes) {
                throw noneIsLeft();
            }
            return givenCodes;
        }
        if (codes == 0) {
            throw noneIsLeft();
        }
        return (lastCode + 1) % codes;
    }

    private static Refusal noneIsLeft() {
        return new Refusal(RULE, "reward-none-left", "reward_uid", "None of this reward is left.");
    }

    /** Returns the point type of the tier that the reward requires, else its own. */
    private String measuredPointUid(Streams streams) {
        String tier = details.requirementType() == RequirementType.POINT_TIER ? details.pointTierUid() : null;
        PointTiersId tiers = tier == null ? null : KnownTiers.find(loadedId().account(), tier, streams);
        return tiers == null ? pointUid : tiers.pointUid();
    }

    private String pointType() {
        return switch (loadedType()) {
            case VENDORA, VENDORB -> loadedType().word();
            case BADGE, PASS, PRIZE_CODE -> "points";
        };
    }

    private RewardId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded rewards alone");
    }

    private RewardType loadedType() {
        return Objects.requireNonNull(type, "Axon decides on loaded rewards alone");
    }

    @EventSourcingHandler
    void evolve(RewardCreated event) {
        id = event.reward();
        businessId = event.businessId();
        type = event.rewardType();
        pointUid = event.pointUid();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(RewardChanged event) {
        details = event.patch().applyTo(details);
    }

    @EventSourcingHandler
    void evolve(RewardIssued event) {
        issued++;
        if (event.codeIndex() != null) {
            lastCode = event.codeIndex();
            givenCodes = Math.max(givenCodes, lastCode + 1);
        }
    }

    @EventSourcingHandler
    void evolve(RewardExpired event) {
        announced = event.expiration();
    }

    @EventSourcingHandler
    void evolve(RewardDeleted event) {
        isDeleted = true;
    }
}
