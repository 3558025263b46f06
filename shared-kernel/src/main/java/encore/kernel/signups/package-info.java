/** Sign-ups at shows and on venues' wireless networks: calls that fans' pages make with the public key. */
@NullMarked
package encore.kernel.signups;

import org.jspecify.annotations.NullMarked;
