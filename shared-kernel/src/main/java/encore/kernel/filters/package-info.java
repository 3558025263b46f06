/** Saved search filters: searches for fans that an account stores under names. */
@NullMarked
package encore.kernel.filters;

import org.jspecify.annotations.NullMarked;
