/** Rooms of live shows at the gateway: who is in them, and what clients send there. */
@NullMarked
package encore.api.shows.rooms;

import org.jspecify.annotations.NullMarked;
