/** The quotas of accounts: how many things of a kind an account may have. */
@NullMarked
package encore.kernel.quotas;

import org.jspecify.annotations.NullMarked;
