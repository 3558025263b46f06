/** Saved search filters: criteria of searches that an account keeps by name. */
@NullMarked
package encore.kernel.filters;

import org.jspecify.annotations.NullMarked;
