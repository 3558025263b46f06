/** Clients of a room in a live show, as many as a server can carry. */
@NullMarked
package encore.infra.bench.rooms;

import org.jspecify.annotations.NullMarked;
