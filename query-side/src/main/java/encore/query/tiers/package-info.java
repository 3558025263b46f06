/** Keeps what is known of tiers. */
@NullMarked
package encore.query.tiers;

import org.jspecify.annotations.NullMarked;
