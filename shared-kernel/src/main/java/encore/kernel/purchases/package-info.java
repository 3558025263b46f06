/** Purchases of fans in shops. */
@NullMarked
package encore.kernel.purchases;

import org.jspecify.annotations.NullMarked;
