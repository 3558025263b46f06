/** Trackers: short links that lead to a target. */
@NullMarked
package encore.kernel.trackers;

import org.jspecify.annotations.NullMarked;
