/** Decides about fans' stakes on wagers, and pays them. */
@NullMarked
package encore.command.wagers;

import org.jspecify.annotations.NullMarked;
