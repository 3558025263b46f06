/** Answers the history of one thing from the log, with the values before and after each change. */
@NullMarked
package encore.query.history;

import org.jspecify.annotations.NullMarked;
