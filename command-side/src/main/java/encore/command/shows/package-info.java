/** Decides about live shows. */
@NullMarked
package encore.command.shows;

import org.jspecify.annotations.NullMarked;
