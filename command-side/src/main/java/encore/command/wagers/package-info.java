/** Decides about the wagers of campaigns. */
@NullMarked
package encore.command.wagers;

import org.jspecify.annotations.NullMarked;
