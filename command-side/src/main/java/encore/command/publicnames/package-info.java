/** Bounds the names that calls with the public key alone bring into an account. */
@NullMarked
package encore.command.publicnames;

import org.jspecify.annotations.NullMarked;
