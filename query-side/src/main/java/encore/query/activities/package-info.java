/** Keeps the positions of activities in the log, counts and ranks them, and joins them with their fans. */
@NullMarked
package encore.query.activities;

import org.jspecify.annotations.NullMarked;
