/** Sessions: logins of fans, and sessions of guests. */
@NullMarked
package encore.kernel.sessions;

import org.jspecify.annotations.NullMarked;
