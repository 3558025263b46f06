/** Trackers and their domains: decides which keys and domains are free, and what of a tracker changes. */
@NullMarked
package encore.command.trackers;

import org.jspecify.annotations.NullMarked;
