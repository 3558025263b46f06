/** Keeps trackers, finds where they lead, and sends gateways their changes. */
@NullMarked
package encore.query.trackers;

import org.jspecify.annotations.NullMarked;
