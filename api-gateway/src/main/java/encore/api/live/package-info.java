/** Streams over WebSocket: what happened, as it happens. */
@NullMarked
package encore.api.live;

import org.jspecify.annotations.NullMarked;
