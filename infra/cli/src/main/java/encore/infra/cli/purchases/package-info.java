/** Reads the purchase log of a shop. */
@NullMarked
package encore.infra.cli.purchases;

import org.jspecify.annotations.NullMarked;
