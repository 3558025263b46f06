/** Keeps the domains of trackers. */
@NullMarked
package encore.query.trackers.domains;

import org.jspecify.annotations.NullMarked;
