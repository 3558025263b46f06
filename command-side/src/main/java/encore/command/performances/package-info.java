/** Decides what performances there are, and what they may name. */
@NullMarked
package encore.command.performances;

import org.jspecify.annotations.NullMarked;
