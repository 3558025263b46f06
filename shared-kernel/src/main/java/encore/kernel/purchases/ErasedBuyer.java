package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The answer to the erasure of one purchase's buyer.
 *
 * @param fanId the fan of the purchase, with whom its data ends; null when the buyer is erased
 */
public record ErasedBuyer(String purchaseKey, @Nullable Long fanId) {}
