/** Logins and sessions of fans and guests. */
@NullMarked
package encore.api.sessions;

import org.jspecify.annotations.NullMarked;
