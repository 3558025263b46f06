/** Rooms: frames are encoded once, kept for clients that come back, and written to all clients over any transport. */
@NullMarked
package encore.api.fanout;

import org.jspecify.annotations.NullMarked;
