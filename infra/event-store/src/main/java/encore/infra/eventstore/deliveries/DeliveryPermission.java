package encore.infra.eventstore.deliveries;

/**
 * A note beside the log that deliveries are released. No backup and no copy contains it, so a restored or copied
 * installation lacks it.
 */
public interface DeliveryPermission {

    boolean isGiven();

    /** Writes the note, durable on return. */
    void give();
}
