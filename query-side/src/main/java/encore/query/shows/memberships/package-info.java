/** Keeps the rooms that fans have joined. */
@NullMarked
package encore.query.shows.memberships;

import org.jspecify.annotations.NullMarked;
