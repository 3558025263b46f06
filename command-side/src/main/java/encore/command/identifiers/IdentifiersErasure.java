package encore.command.identifiers;

import encore.command.ErasureStep;
import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.IdentifierCommand.ForgetIdentifiers;
import encore.kernel.identifiers.IdentifiersId;
import org.springframework.stereotype.Component;

/** Frees an erased fan's names on networks for other fans. */
@Component
class IdentifiersErasure implements ErasureStep {

    @Override
    public Command<?> commandFor(FanId fan) {
        return new ForgetIdentifiers(new IdentifiersId(fan));
    }
}
