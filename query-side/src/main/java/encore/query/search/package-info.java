/** Searches fans by any combination of criteria, in an index that is kept in memory. */
@NullMarked
package encore.query.search;

import org.jspecify.annotations.NullMarked;
