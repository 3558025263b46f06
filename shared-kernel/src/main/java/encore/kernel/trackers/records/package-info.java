/** Tracker events as the API answers them: clicks and purchases in the order of recording. */
@NullMarked
package encore.kernel.trackers.records;

import org.jspecify.annotations.NullMarked;
