/** The order of joins in live shows, and how many clients are there. */
@NullMarked
package encore.query.shows.presence;

import org.jspecify.annotations.NullMarked;
