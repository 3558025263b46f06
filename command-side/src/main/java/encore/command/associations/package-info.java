/** Decides what fans have to do with performances and idol events. */
@NullMarked
package encore.command.associations;

import org.jspecify.annotations.NullMarked;
