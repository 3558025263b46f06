/** Accounts and keys as they stand, for those who manage them and for every gateway. */
@NullMarked
package encore.query.accounts;

import org.jspecify.annotations.NullMarked;
