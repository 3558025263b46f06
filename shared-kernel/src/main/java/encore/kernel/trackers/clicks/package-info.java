/** Clicks on the links of trackers, and the months under whose keys clicks of unknown visitors are encrypted. */
@NullMarked
package encore.kernel.trackers.clicks;

import org.jspecify.annotations.NullMarked;
