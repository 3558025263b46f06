/** Rooms of campaigns over HTTP. */
@NullMarked
package encore.api.rooms;

import org.jspecify.annotations.NullMarked;
