/** Points: point types, the ledgers of fans and leaderboards. */
@NullMarked
package encore.kernel.points;

import org.jspecify.annotations.NullMarked;
