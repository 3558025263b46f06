/** Decides about idol events. */
@NullMarked
package encore.command.idolevents;

import org.jspecify.annotations.NullMarked;
