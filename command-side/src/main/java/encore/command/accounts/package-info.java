/** Decides about accounts and their key pairs: names, rate limits, and the origins of calls. */
@NullMarked
package encore.command.accounts;

import org.jspecify.annotations.NullMarked;
