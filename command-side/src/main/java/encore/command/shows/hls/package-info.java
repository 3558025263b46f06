/** Decides about the hosts of HLS manifests. */
@NullMarked
package encore.command.shows.hls;

import org.jspecify.annotations.NullMarked;
