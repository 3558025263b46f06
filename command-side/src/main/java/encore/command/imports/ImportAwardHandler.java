package encore.command.imports;

import encore.command.FansByReference;
import encore.command.RowOutcomes;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.imports.ImportCommand.ImportAward;
import encore.kernel.imports.ImportedRowOutcome;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsCommand.AwardPoints;
import encore.kernel.points.PointsCommand.AwardPointsByName;
import encore.kernel.points.RecordedAward;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Awards the points of a row, once for its award_key in the ledger of the fan. */
@Component
class ImportAwardHandler {

    private static final String SOURCE = "import";

    @CommandHandler
    ImportedRowOutcome decide(ImportAward command, Claims claims, Streams streams, Dispatch dispatch) {
        return RowOutcomes.of(() -> {
            FanId fan = FansByReference.find(command.stream().account(), command.fan(), claims, streams);
            RecordedAward award = dispatch.send(award(command, fan));
            return award.fanPointUid().equals(command.fanPointUid())
                    ? ImportedRowOutcome.done(fan.number())
                    : ImportedRowOutcome.known(fan.number());
        });
    }

    private static Command<RecordedAward> award(ImportAward command, FanId fan) {
        return command.pointUid() == null
                ? new AwardPointsByName(
                        fan,
                        command.fanPointUid(),
                        String.valueOf(command.pointName()),
                        command.count(),
                        SOURCE,
                        command.details())
                : new AwardPoints(
                        new LedgerId(fan, command.pointUid()),
                        command.fanPointUid(),
                        command.count(),
                        SOURCE,
                        command.details());
    }
}
