/** Counts events of each account by quarter-hour, and answers the start page of the console. */
@NullMarked
package encore.query.home;

import org.jspecify.annotations.NullMarked;
