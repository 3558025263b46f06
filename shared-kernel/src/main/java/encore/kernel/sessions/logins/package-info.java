/** The details of a login: the contact, the way and the place. */
@NullMarked
package encore.kernel.sessions.logins;

import org.jspecify.annotations.NullMarked;
