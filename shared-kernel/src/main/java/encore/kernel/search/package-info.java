/** Searches for fans: the criteria that a fan must meet, and the parts that a row of the result has. */
@NullMarked
package encore.kernel.search;

import org.jspecify.annotations.NullMarked;
