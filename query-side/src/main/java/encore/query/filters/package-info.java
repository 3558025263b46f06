/** Keeps the saved search filters of accounts, with their criteria. */
@NullMarked
package encore.query.filters;

import org.jspecify.annotations.NullMarked;
