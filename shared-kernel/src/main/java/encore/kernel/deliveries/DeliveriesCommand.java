package encore.kernel.deliveries;

import encore.kernel.Command;
import encore.kernel.names.StoredName;

/** The commands of deliveries. The operator alone sends them. */
public sealed interface DeliveriesCommand extends Command<DeliveriesState> {

    DeliveriesId deliveries();

    @Override
    default DeliveriesId stream() {
        return deliveries();
    }

    /** Lets held deliveries go. It is refused while the settings do not allow deliveries. */
    record ReleaseDeliveries(DeliveriesId deliveries) implements DeliveriesCommand {}

    /** Records that deliveries were released. {@link ReleaseDeliveries} sends it. */
    record RecordRelease(DeliveriesId deliveries) implements DeliveriesCommand {}

    /** Answers whether deliveries are held. It changes nothing. */
    @StoredName("TellDeliveries")
    record ReadDeliveries(DeliveriesId deliveries) implements DeliveriesCommand {}
}
