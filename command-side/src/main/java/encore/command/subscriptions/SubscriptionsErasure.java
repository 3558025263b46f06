package encore.command.subscriptions;

import encore.command.ErasureStep;
import encore.kernel.Command;
import encore.kernel.fans.FanId;
import encore.kernel.subscriptions.SubscriptionCommand.EndSubscriptionsOfFan;
import org.springframework.stereotype.Component;

/** Ends the subscriptions of an erased fan, before the identifiers are forgotten that make them the fan's. */
@Component
class SubscriptionsErasure implements ErasureStep {

    @Override
    public Command<?> commandFor(FanId fan) {
        return new EndSubscriptionsOfFan(fan);
    }
}
