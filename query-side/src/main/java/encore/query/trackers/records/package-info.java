/** Keeps the places of clicks and purchases of trackers in the log, and the numbers of trackers. */
@NullMarked
package encore.query.trackers.records;

import org.jspecify.annotations.NullMarked;
