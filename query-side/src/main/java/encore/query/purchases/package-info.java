/** Answers queries about purchases by day and by fan; their details are read from the log. */
@NullMarked
package encore.query.purchases;

import org.jspecify.annotations.NullMarked;
