/** Knows where activities stand in the log, counts them, and joins them with their fans. */
@NullMarked
package encore.query.activities;

import org.jspecify.annotations.NullMarked;
