package encore.command.passes;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.OpenRewardPass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import encore.kernel.passes.PassOwner;
import encore.kernel.passes.RewardAccess;
import encore.kernel.rewards.RewardId;
import java.time.Instant;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A pass, issued for one campaign or with a reward. It can be checked in once. */
@Aggregate
class Pass {

    @AggregateIdentifier
    private @Nullable PassId id;

    /** Null for the pass of a reward. */
    private @Nullable CampaignId campaign;

    /** Null for the pass of a campaign. */
    private @Nullable RewardAccess reward;

    private long fan;
    private String code = "";
    private PassDetails details = PassDetails.NONE;
    private boolean used;

    Pass() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IssuedPass decide(IssuePass command, Streams streams, Claims claims) {
        streams.mustBeKnown(command.campaign());
        streams.mustBeOpen(new FanId(command.pass().account(), command.fanId()), "fan_id");
        theClaimingFanExists(command.pass(), command.details(), streams);
        theIdAndTheCodeAreFree(command, claims);
        claims.take(PassCodeClaims.claim(command.pass().account(), command.code()), command.pass());
        apply(PassIssued.of(command.campaign(), command.pass(), command.fanId(), command.code(), command.details()));
        return new IssuedPass(command.pass().uid(), command.code());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IssuedPass decide(OpenRewardPass command, Streams streams, Claims claims) {
        if (id != null) {
            return new IssuedPass(id.uid(), code);
        }
        streams.mustBeKnown(new FanId(command.pass().account(), command.fanId()));
        theCodeIsFree(command.pass(), command.code(), claims);
        claims.take(PassCodeClaims.claim(command.pass().account(), command.code()), command.pass());
        apply(PassIssued.of(command.access(), command.pass(), command.fanId(), command.code()));
        return new IssuedPass(command.pass().uid(), command.code());
    }

    @CommandHandler
    IssuedPass decide(ChangePass command, Streams streams) {
        itIsOf(command.owner());
        theClaimingFanExists(command.pass(), command.change().given(), streams);
        PassDetails changed = command.change().applyTo(details);
        if (!changed.equals(details)) {
            apply(new PassChanged(loadedId(), changed));
        }
        return new IssuedPass(loadedId().uid(), code);
    }

    @CommandHandler
    IssuedPass decide(RevokePass command, Claims claims) {
        itIsOf(command.owner());
        claims.release(PassCodeClaims.claim(loadedId().account(), code), loadedId());
        apply(new PassRevoked(loadedId()));
        return new IssuedPass(loadedId().uid(), code);
    }

    @CommandHandler
    CheckedInPass decide(CheckInPass command, Streams streams, Instant now) {
        itIsShownWhereItIsValid(command, streams);
        streams.mustBeOpen(new FanId(loadedId().account(), fan), command.field());
        itHasNotBeenUsed(command.field());
        itsWindowIsOpen(now, command.field());
        apply(new PassCheckedIn(loadedId()));
        return new CheckedInPass(loadedId().uid(), details.sectionUid(), details.claimFanId(), fan, true);
    }

    private void theIdAndTheCodeAreFree(IssuePass command, Claims claims) {
        if (id != null) {
            throw passTaken();
        }
        theCodeIsFree(command.pass(), command.code(), claims);
    }

    private static void theCodeIsFree(PassId pass, String code, Claims claims) {
        if (claims.ownerOf(PassCodeClaims.claim(pass.account(), code)) != null) {
            throw passTaken();
        }
    }

    private static Refusal passTaken() {
        return new Refusal(CONFLICT, "pass-taken", "Another pass was issued under this code; try again.");
    }

    private static void theClaimingFanExists(PassId pass, PassDetails given, Streams streams) {
        if (given.claimFanId() != null) {
            streams.mustBeOpen(new FanId(pass.account(), given.claimFanId()), "claim_fan_id");
        }
    }

    private void itIsOf(PassOwner given) {
        RewardId rewardId = reward == null ? null : new RewardId(loadedId().account(), reward.rewardUid());
        if (!given.equals(new PassOwner(campaign, rewardId))) {
            throw Refusal.unknown("There is no such pass.");
        }
    }

    /** A campaign's pass is valid at its campaign, a reward's pass at all campaigns of its business. */
    private void itIsShownWhereItIsValid(CheckInPass command, Streams streams) {
        boolean isValid = reward == null
                ? command.campaign().equals(campaign)
                : Objects.equals(reward.businessId(), businessOf(command.campaign(), streams));
        if (!isValid) {
            throw CheckInHandler.unknownPassRefusal(command.field());
        }
    }

    private static @Nullable Long businessOf(CampaignId shownAt, Streams streams) {
        CampaignCreated created = streams.firstEvent(shownAt, CampaignCreated.class);
        return created == null ? null : created.businessId();
    }

    private void itsWindowIsOpen(Instant now, String field) {
        if (reward != null && !reward.isOpenAt(now)) {
            throw new Refusal(RULE, "pass-not-valid-now", field, "This pass is not valid at this time.");
        }
    }

    private void itHasNotBeenUsed(String field) {
        if (used) {
            throw new Refusal(RULE, "pass-used", field, "This pass was checked in before.");
        }
    }

    private PassId loadedId() {
        return Objects.requireNonNull(id, "Axon decides on loaded passes alone");
    }

    @EventSourcingHandler
    void evolve(PassIssued event) {
        id = event.pass();
        campaign = event.campaign();
        reward = event.reward();
        fan = event.fanId();
        code = event.code();
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(PassChanged event) {
        details = event.details();
    }

    @EventSourcingHandler
    void evolve(PassCheckedIn event) {
        used = true;
    }
}
