/** Purchases from other shops over HTTP. */
@NullMarked
package encore.api.purchases;

import org.jspecify.annotations.NullMarked;
