package encore.command.passes;

import static encore.kernel.Refusal.Kind.CONFLICT;
import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.passes.CheckedInPass;
import encore.kernel.passes.IssuedPass;
import encore.kernel.passes.PassCommand.ChangePass;
import encore.kernel.passes.PassCommand.CheckInPass;
import encore.kernel.passes.PassCommand.IssuePass;
import encore.kernel.passes.PassCommand.RevokePass;
import encore.kernel.passes.PassDetails;
import encore.kernel.passes.PassEvent.PassChanged;
import encore.kernel.passes.PassEvent.PassCheckedIn;
import encore.kernel.passes.PassEvent.PassIssued;
import encore.kernel.passes.PassEvent.PassRevoked;
import encore.kernel.passes.PassId;
import java.util.Objects;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** A pass, issued for one campaign. It can be checked in once. */
@Aggregate
class Pass {

    @AggregateIdentifier
    private @Nullable PassId id;

    private @Nullable CampaignId campaign;
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
        apply(new PassIssued(command.pass(), command.campaign(), command.fanId(), command.code(), command.details()));
        return new IssuedPass(command.pass().uid(), command.code());
    }

    @CommandHandler
    IssuedPass decide(ChangePass command, Streams streams) {
        itIsOf(command.campaign());
        theClaimingFanExists(command.pass(), command.change().given(), streams);
        PassDetails changed = command.change().applyTo(details);
        if (!changed.equals(details)) {
            apply(new PassChanged(loadedId(), changed));
        }
        return new IssuedPass(loadedId().uid(), code);
    }

    @CommandHandler
    IssuedPass decide(RevokePass command, Claims claims) {
        itIsOf(command.campaign());
        claims.release(PassCodeClaims.claim(loadedId().account(), code), loadedId());
        apply(new PassRevoked(loadedId()));
        return new IssuedPass(loadedId().uid(), code);
    }

    @CommandHandler
    CheckedInPass decide(CheckInPass command, Streams streams) {
        itIsShownAtItsCampaign(command);
        streams.mustBeOpen(new FanId(loadedId().account(), fan), command.field());
        itHasNotBeenUsed(command.field());
        apply(new PassCheckedIn(loadedId()));
        return new CheckedInPass(loadedId().uid(), details.sectionUid(), details.claimFanId(), fan, true);
    }

    private void theIdAndTheCodeAreFree(IssuePass command, Claims claims) {
        if (id != null || claims.ownerOf(PassCodeClaims.claim(command.pass().account(), command.code())) != null) {
            throw new Refusal(CONFLICT, "pass-taken", "Another pass was issued under this code; try again.");
        }
    }

    private static void theClaimingFanExists(PassId pass, PassDetails given, Streams streams) {
        if (given.claimFanId() != null) {
            streams.mustBeOpen(new FanId(pass.account(), given.claimFanId()), "claim_fan_id");
        }
    }

    private void itIsOf(CampaignId given) {
        if (!given.equals(campaign)) {
            throw Refusal.unknown("The campaign has no such pass.");
        }
    }

    private void itIsShownAtItsCampaign(CheckInPass command) {
        if (!command.campaign().equals(campaign)) {
            throw CheckInHandler.unknownPassRefusal(command.field());
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
