/** Businesses: the teams and venues' operators that an account acts for. */
@NullMarked
package encore.kernel.businesses;

import org.jspecify.annotations.NullMarked;
