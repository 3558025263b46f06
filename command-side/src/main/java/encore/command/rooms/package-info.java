/** Decides about the rooms of live campaigns. */
@NullMarked
package encore.command.rooms;

import org.jspecify.annotations.NullMarked;
