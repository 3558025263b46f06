package encore.kernel.deliveries;

/**
 * Whether the installation sends webhooks, mail and text messages.
 *
 * @param isHeld whether nothing is sent now
 * @param isOn whether the settings allow deliveries ({@code ENCORE_DELIVERIES})
 */
public record DeliveriesState(boolean isHeld, boolean isOn) {}
