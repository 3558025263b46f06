/** Keeps trackers by their keys, and finds where they lead. */
@NullMarked
package encore.query.trackers;

import org.jspecify.annotations.NullMarked;
