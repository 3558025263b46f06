/** Decides about the stakes of fans on wagers, and pays them. */
@NullMarked
package encore.command.fanwagers;

import org.jspecify.annotations.NullMarked;
