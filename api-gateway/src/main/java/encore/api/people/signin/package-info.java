/** How people sign in at the console, and set their passwords by links. */
@NullMarked
package encore.api.people.signin;

import org.jspecify.annotations.NullMarked;
