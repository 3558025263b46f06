/** Live streams of events: subscriptions, sessions and frames, shared by the WebSocket and RSocket transports. */
@NullMarked
package encore.api.live;

import org.jspecify.annotations.NullMarked;
