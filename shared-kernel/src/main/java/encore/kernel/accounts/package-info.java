/** Accounts, their keys, their limits and their origins. */
@NullMarked
package encore.kernel.accounts;

import org.jspecify.annotations.NullMarked;
