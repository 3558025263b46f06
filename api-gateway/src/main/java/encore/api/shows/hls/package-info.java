/** Video of live shows over HTTP: its feeds and their HLS manifests. */
@NullMarked
package encore.api.shows.hls;

import org.jspecify.annotations.NullMarked;
