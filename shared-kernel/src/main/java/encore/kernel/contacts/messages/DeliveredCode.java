package encore.kernel.contacts.messages;

import org.jspecify.annotations.Nullable;

/**
 * The state of a delivery.
 *
 * @param outcome null while the delivery has not ended, or when there is nothing to deliver any more
 * @param isOpen whether the code may still be sent
 */
public record DeliveredCode(@Nullable DeliveryOutcome outcome, boolean isOpen) {}
