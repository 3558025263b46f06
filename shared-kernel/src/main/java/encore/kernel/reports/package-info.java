/** Reports of an account: what they are about, their days, and their numbers. */
@NullMarked
package encore.kernel.reports;

import org.jspecify.annotations.NullMarked;
