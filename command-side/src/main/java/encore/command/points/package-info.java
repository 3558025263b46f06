/** Decides about points: awards, each once for its key, and point types. */
@NullMarked
package encore.command.points;

import org.jspecify.annotations.NullMarked;
