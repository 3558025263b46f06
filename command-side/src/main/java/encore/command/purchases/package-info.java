/** Decides about purchases: each is recorded once and belongs to a fan. */
@NullMarked
package encore.command.purchases;

import org.jspecify.annotations.NullMarked;
