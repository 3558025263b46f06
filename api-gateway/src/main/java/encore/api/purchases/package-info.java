/** Purchases: what shops tell of them. */
@NullMarked
package encore.api.purchases;

import org.jspecify.annotations.NullMarked;
