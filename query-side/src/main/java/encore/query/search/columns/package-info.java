/** Columns, sets and texts of the fans of an account, addressed by their numbers. */
@NullMarked
package encore.query.search.columns;

import org.jspecify.annotations.NullMarked;
