/** Limits of public calls by address and account. */
@NullMarked
package encore.api.limits;

import org.jspecify.annotations.NullMarked;
