/** Records clicks on trackers, and ends the months of unknown visitors. */
@NullMarked
package encore.command.trackers.clicks;

import org.jspecify.annotations.NullMarked;
