/** Video feeds of shows over HTTP. */
@NullMarked
package encore.api.shows.feeds;

import org.jspecify.annotations.NullMarked;
