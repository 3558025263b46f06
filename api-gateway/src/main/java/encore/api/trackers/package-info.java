/** Trackers over HTTP: the short links that lead to their targets. */
@NullMarked
package encore.api.trackers;

import org.jspecify.annotations.NullMarked;
