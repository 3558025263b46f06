/** Purchases: what fans bought elsewhere, as shops tell of it. */
@NullMarked
package encore.kernel.purchases;

import org.jspecify.annotations.NullMarked;
