/** Keeps the video feeds of shows. */
@NullMarked
package encore.query.shows.feeds;

import org.jspecify.annotations.NullMarked;
