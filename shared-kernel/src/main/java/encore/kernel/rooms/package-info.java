/** Rooms of live campaigns: those that each has from the start, and those that its staff adds. */
@NullMarked
package encore.kernel.rooms;

import org.jspecify.annotations.NullMarked;
