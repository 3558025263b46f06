/** Trackers: short links that lead to a target, whose clicks and purchases are counted. */
@NullMarked
package encore.kernel.trackers;

import org.jspecify.annotations.NullMarked;
