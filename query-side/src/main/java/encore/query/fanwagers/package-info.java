/** Answers what fans staked on wagers, and sums it. */
@NullMarked
package encore.query.fanwagers;

import org.jspecify.annotations.NullMarked;
