package encore.command.deliveries;

import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.deliveries.DeliveryHold;
import encore.kernel.Refusal;
import encore.kernel.deliveries.DeliveriesCommand.ReadDeliveries;
import encore.kernel.deliveries.DeliveriesCommand.RecordRelease;
import encore.kernel.deliveries.DeliveriesCommand.ReleaseDeliveries;
import encore.kernel.deliveries.DeliveriesState;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Releases deliveries, after that is recorded. */
@Component
class ReleaseDeliveriesHandler {

    private final DeliveryHold hold;

    ReleaseDeliveriesHandler(DeliveryHold hold) {
        this.hold = hold;
    }

    @CommandHandler
    DeliveriesState decide(ReleaseDeliveries command, Dispatch dispatch) {
        theSettingsAllowDeliveries();
        if (hold.isHeld()) {
            dispatch.send(new RecordRelease(command.deliveries()));
            hold.release();
        }
        return state();
    }

    @CommandHandler
    DeliveriesState decide(ReadDeliveries command) {
        return state();
    }

    private DeliveriesState state() {
        return new DeliveriesState(hold.isHeld(), hold.isOn());
    }

    private void theSettingsAllowDeliveries() {
        if (!hold.isOn()) {
            throw new Refusal(Refusal.Kind.CONFLICT, "deliveries-off", "ENCORE_DELIVERIES is off.");
        }
    }
}
