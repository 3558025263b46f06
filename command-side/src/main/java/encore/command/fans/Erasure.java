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
 * Erases a fan step by step: what features hold of it in streams of their own goes before its key does, while it can
 * still be read. Cut off in between, the fan is still there, and the same call again goes on.
 */
@Component
class Erasure {

    private final List<ErasureStep> steps;

    Erasure(List<ErasureStep> steps) {
        this.steps = steps;
    }

    @CommandHandler
    ErasedFan decide(EraseFan command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        // In the same order at each repeat, whatever order they were found in.
        List<Command<?>> forgetting = steps.stream()
                .<Command<?>>map(step -> step.of(command.fan()))
                .sorted(Comparator.comparing(one -> one.getClass().getName()))
                .toList();
        forgetting.forEach(dispatch::send);
        return dispatch.handOver(new ForgetFan(command.fan()));
    }
}
