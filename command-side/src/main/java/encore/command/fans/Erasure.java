package encore.command.fans;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.fans.ErasedFan;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanCommand.ForgetFan;
import encore.kernel.identifiers.IdentifierCommand.ForgetIdentifiers;
import encore.kernel.identifiers.IdentifiersId;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/**
 * Erases a fan step by step: what it holds in streams of its own goes before its key does, while it can still be read.
 * Cut off in between, the fan is still there, and the same call again goes on.
 */
@Component
class Erasure {

    @CommandHandler
    ErasedFan decide(EraseFan command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.fan());
        dispatch.send(new ForgetIdentifiers(new IdentifiersId(command.fan())));
        return dispatch.handOver(new ForgetFan(command.fan()));
    }
}
