/** Decides what balances are worth. */
@NullMarked
package encore.command.tiers;

import org.jspecify.annotations.NullMarked;
