/** Checks whose key, console session or connection a call comes with, and whether it may call: failed logins, bans and scopes. */
@NullMarked
package encore.api.authentication;

import org.jspecify.annotations.NullMarked;
