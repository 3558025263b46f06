package encore.command.fans;

import encore.command.ErasureStep;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Command;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import java.util.Comparator;
import java.util.List;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Erases a fan step by step. Data that features hold about it in their own streams is removed before its key is
 * destroyed, while it can still be read. After an interruption the fan still exists, and the same call continues.
 */
@Component
class EraseFanHandler {

    private final List<ErasureStep> steps;

    EraseFanHandler(List<ErasureStep> steps) {
        this.steps = steps;
    }

    @CommandHandler
    ErasedFan decide(EraseFan command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        // The order is the same at each repeat, also after an upgrade: streams keep their names, classes do not.
        List<Command<?>> forgetting = steps.stream()
                .<Command<?>>map(step -> step.commandFor(command.fan()))
                .sorted(Comparator.comparing(step -> step.stream().toString()))
                .toList();
        forgetting.forEach(dispatch::send);
        return dispatch.sendLast(new ForgetFan(command.fan()));
    }
}
