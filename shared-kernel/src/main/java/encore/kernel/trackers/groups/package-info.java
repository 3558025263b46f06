/** The groups of trackers. */
@NullMarked
package encore.kernel.trackers.groups;

import org.jspecify.annotations.NullMarked;
