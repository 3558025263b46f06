/** Logins that lead through a page of ours: a code goes to the customer's server, which exchanges it for a session. */
@NullMarked
package encore.kernel.browserlogin;

import org.jspecify.annotations.NullMarked;
