package encore.command.points;

import static encore.kernel.Refusal.Kind.RULE;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.RecordedAward;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Sends an award that names its points to the ledger. The owner of the name comes from the claims, not from a
 * projection.
 */
@Component
class AwardByNameHandler {

    @CommandHandler
    RecordedAward decide(AwardPointsByName command, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        String owner = claims.ownerOf(PointNameClaims.claim(command.fan().account(), command.pointName()));
        if (owner == null) {
            throw new Refusal(RULE, "point-name-unknown", "point_name", "No point type has this name.");
        }
        return dispatch.sendLast(new AwardPoints(
                new LedgerId(
                        command.fan(), StreamId.parse(PointTypeId.class, owner).uid()),
                command.fanPointUid(),
                command.count(),
                command.source(),
                command.details()));
    }
}
