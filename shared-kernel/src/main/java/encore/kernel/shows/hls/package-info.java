/** Video of live shows: which feed a show plays, and the hosts whose manifests a gateway may read. */
@NullMarked
package encore.kernel.shows.hls;

import org.jspecify.annotations.NullMarked;
