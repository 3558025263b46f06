/** Answers which video a show plays, and from which hosts. */
@NullMarked
package encore.query.shows.hls;

import org.jspecify.annotations.NullMarked;
