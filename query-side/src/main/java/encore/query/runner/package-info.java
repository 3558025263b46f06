/** Runs the versions of projections along the log, partition by partition. */
@NullMarked
package encore.query.runner;

import org.jspecify.annotations.NullMarked;
