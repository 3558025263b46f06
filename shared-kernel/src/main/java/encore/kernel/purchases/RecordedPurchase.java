package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The answer to the recording of a purchase.
 *
 * @param fanId the buyer; null while no fan is known
 */
public record RecordedPurchase(String purchaseKey, @Nullable Long fanId) {}
