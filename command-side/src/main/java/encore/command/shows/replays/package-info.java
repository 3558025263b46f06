/** Replays of live shows. */
@NullMarked
package encore.command.shows.replays;

import org.jspecify.annotations.NullMarked;
