/** Rooms of live shows for clients of Socket.IO 4: the endpoint, its packets and its connections. */
@NullMarked
package encore.api.socketio;

import org.jspecify.annotations.NullMarked;
