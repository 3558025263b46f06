/** Decides about passes: their holders, and that each is checked in once. */
@NullMarked
package encore.command.passes;

import org.jspecify.annotations.NullMarked;
