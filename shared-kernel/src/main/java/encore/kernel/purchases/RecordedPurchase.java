package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The answer to whoever records a purchase.
 *
 * @param fanId null while no fan is known to have bought it
 */
public record RecordedPurchase(String purchaseKey, @Nullable Long fanId) {}
