/** Live streams over WebSocket: the endpoint, its connections and their limits. */
@NullMarked
package encore.api.websocket;

import org.jspecify.annotations.NullMarked;
