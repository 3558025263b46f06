/** Keeps trackers, finds where they lead, and tells gateways of their changes. */
@NullMarked
package encore.query.trackers;

import org.jspecify.annotations.NullMarked;
