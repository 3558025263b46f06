/** Keeps the vods of shows. */
@NullMarked
package encore.query.shows.vods;

import org.jspecify.annotations.NullMarked;
