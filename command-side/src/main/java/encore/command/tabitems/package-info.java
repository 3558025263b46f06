/** Decides about the tab items of campaigns. */
@NullMarked
package encore.command.tabitems;

import org.jspecify.annotations.NullMarked;
