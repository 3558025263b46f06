/** A person's own data: how they sign in, by a password and by codes of an app. */
@NullMarked
package encore.kernel.people.signin;

import org.jspecify.annotations.NullMarked;
