/** Trackers over HTTP: their lists, their events, and the short links that lead to their targets. */
@NullMarked
package encore.api.trackers;

import org.jspecify.annotations.NullMarked;
