/** Names that calls with the public key alone bring into an account. Their number is bounded. */
@NullMarked
package encore.kernel.publicnames;

import org.jspecify.annotations.NullMarked;
