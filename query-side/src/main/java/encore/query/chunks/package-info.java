/** Rows of activities, packed into few documents. */
@NullMarked
package encore.query.chunks;

import org.jspecify.annotations.NullMarked;
