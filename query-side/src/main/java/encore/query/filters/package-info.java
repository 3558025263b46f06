/** Keeps the saved search filters of accounts, and what they mean. */
@NullMarked
package encore.query.filters;

import org.jspecify.annotations.NullMarked;
