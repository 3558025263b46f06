/** Decides about purchases: each once, and whose it is. */
@NullMarked
package encore.command.purchases;

import org.jspecify.annotations.NullMarked;
