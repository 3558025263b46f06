/** Ledgers as they are read: records of points, their positions in the log, their sums and the balances. */
@NullMarked
package encore.kernel.points.ledgers;

import org.jspecify.annotations.NullMarked;
