/** Decides about the associations of fans with performances and idol events. */
@NullMarked
package encore.command.associations;

import org.jspecify.annotations.NullMarked;
