/** Decides which visits of short links are recorded as clicks, and records them. */
@NullMarked
package encore.api.trackers.clicks;

import org.jspecify.annotations.NullMarked;
