package encore.command.fans;

import encore.command.fans.particulars.ParticularsReader;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.FanCommand.DescribeFan;
import encore.kernel.fans.RegisteredFan;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Parses the given values of custom fields before the fan is changed. The fan's id is in the path, so an unknown fan
 * answers 404.
 */
@Component
class DescribeFanHandler {

    @CommandHandler
    RegisteredFan decide(DescribeFan command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        return dispatch.sendLast(
                command.change().with(ParticularsReader.read(command.fan(), command.particulars(), dispatch)));
    }
}
