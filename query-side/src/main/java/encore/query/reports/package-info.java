/** Keeps the reports of accounts, and answers their numbers. */
@NullMarked
package encore.query.reports;

import org.jspecify.annotations.NullMarked;
