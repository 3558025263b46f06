/** Reads the numbers of reports about trackers. */
@NullMarked
package encore.query.reports.trackers;

import org.jspecify.annotations.NullMarked;
