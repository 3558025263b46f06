/** Video of live shows over HTTP: its feeds, and the HLS manifests behind them. */
@NullMarked
package encore.api.shows.hls;

import org.jspecify.annotations.NullMarked;
