/** Decides about performances. */
@NullMarked
package encore.command.performances;

import org.jspecify.annotations.NullMarked;
