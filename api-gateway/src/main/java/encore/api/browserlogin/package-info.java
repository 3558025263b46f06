/** The pages on which fans log in by browser, which need no script, and the exchange of the codes that they lead to. */
@NullMarked
package encore.api.browserlogin;

import org.jspecify.annotations.NullMarked;
