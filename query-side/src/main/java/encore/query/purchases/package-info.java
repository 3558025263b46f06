/** Reads purchases: where they stand in the log, by day and by fan. */
@NullMarked
package encore.query.purchases;

import org.jspecify.annotations.NullMarked;
