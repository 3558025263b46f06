/** Decides about the video feeds of shows. */
@NullMarked
package encore.command.shows.feeds;

import org.jspecify.annotations.NullMarked;
