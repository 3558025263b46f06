/** Decides which idols fans have. */
@NullMarked
package encore.command.likings;

import org.jspecify.annotations.NullMarked;
