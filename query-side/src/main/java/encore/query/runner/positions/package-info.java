/** The positions that runners have reached, the queries that wait for them, and the rate at which they move. */
@NullMarked
package encore.query.runner.positions;

import org.jspecify.annotations.NullMarked;
