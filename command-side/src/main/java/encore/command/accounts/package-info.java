/** Accounts and their key pairs: what they may be named, how much they may call, from where. */
@NullMarked
package encore.command.accounts;

import org.jspecify.annotations.NullMarked;
