/** Keeps the venues of accounts. */
@NullMarked
package encore.query.venues;

import org.jspecify.annotations.NullMarked;
