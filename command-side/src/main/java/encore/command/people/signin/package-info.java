/** Decides on a person's own data, passwords, codes of an app and sign-ins. */
@NullMarked
package encore.command.people.signin;

import org.jspecify.annotations.NullMarked;
