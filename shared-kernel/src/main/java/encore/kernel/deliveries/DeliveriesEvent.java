package encore.kernel.deliveries;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to the deliveries of the installation. */
public sealed interface DeliveriesEvent extends Event.ManagementAction {

    DeliveriesId deliveries();

    @Override
    default String target() {
        return deliveries().toString();
    }

    /** The operator released the deliveries, which were held after a restore or a copy. */
    @Revision("1")
    record DeliveriesReleased(DeliveriesId deliveries) implements DeliveriesEvent {}
}
