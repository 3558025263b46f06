/** Decides about the sessions of fans and guests. */
@NullMarked
package encore.command.sessions;

import org.jspecify.annotations.NullMarked;
