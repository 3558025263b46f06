/** Keeps the list of snapshots. The search index has the fans of each. */
@NullMarked
package encore.query.snapshots;

import org.jspecify.annotations.NullMarked;
