/** Decides about what fans stake on wagers, and pays them. */
@NullMarked
package encore.command.wagers;

import org.jspecify.annotations.NullMarked;
