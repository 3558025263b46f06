/** Decides about template portals. */
@NullMarked
package encore.command.portals;

import org.jspecify.annotations.NullMarked;
