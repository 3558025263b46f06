/** Knows what fans staked on wagers, and counts it. */
@NullMarked
package encore.query.wagers;

import org.jspecify.annotations.NullMarked;
