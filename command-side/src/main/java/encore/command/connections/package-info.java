/** Decides who is connected with whom. */
@NullMarked
package encore.command.connections;

import org.jspecify.annotations.NullMarked;
