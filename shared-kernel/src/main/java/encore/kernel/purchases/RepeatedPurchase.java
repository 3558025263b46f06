package encore.kernel.purchases;

import org.jspecify.annotations.Nullable;

/**
 * The comparison of a purchase with values that come again.
 *
 * @param isSame whether they would change nothing
 * @param fanId the buyer; null while no fan is known
 */
public record RepeatedPurchase(boolean isSame, @Nullable Long fanId) {}
