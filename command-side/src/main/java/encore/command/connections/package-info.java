/** Decides about the connections between fans. */
@NullMarked
package encore.command.connections;

import org.jspecify.annotations.NullMarked;
