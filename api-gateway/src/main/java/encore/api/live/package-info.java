/** Streams of what happens, as it happens: over WebSocket and over RSocket. */
@NullMarked
package encore.api.live;

import org.jspecify.annotations.NullMarked;
