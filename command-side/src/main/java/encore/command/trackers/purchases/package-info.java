/** Records reported purchases, and attributes them and imported ones to trackers. */
@NullMarked
package encore.command.trackers.purchases;

import org.jspecify.annotations.NullMarked;
