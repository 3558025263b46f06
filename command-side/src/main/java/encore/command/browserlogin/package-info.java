/** Issues the codes of browser logins, and exchanges them for sessions. */
@NullMarked
package encore.command.browserlogin;

import org.jspecify.annotations.NullMarked;
