/** Passwords of fans, as a login compares them. */
@NullMarked
package encore.kernel.passwords;

import org.jspecify.annotations.NullMarked;
