/** Decides about the idols that fans like. */
@NullMarked
package encore.command.likings;

import org.jspecify.annotations.NullMarked;
