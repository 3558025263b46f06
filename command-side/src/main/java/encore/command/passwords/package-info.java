/** Finds the stored passwords of fans. */
@NullMarked
package encore.command.passwords;

import org.jspecify.annotations.NullMarked;
