/** Live streams over WebSocket: one connection, its frames and its limits. */
@NullMarked
package encore.api.websocket;

import org.jspecify.annotations.NullMarked;
