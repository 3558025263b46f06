/** Moments of the log, ranges of days, and the form of times on the wire. */
@NullMarked
package encore.kernel.time;

import org.jspecify.annotations.NullMarked;
