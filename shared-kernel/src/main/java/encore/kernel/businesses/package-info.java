/** Businesses: the teams and operators of venues that an account acts for. */
@NullMarked
package encore.kernel.businesses;

import org.jspecify.annotations.NullMarked;
