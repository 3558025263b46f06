/** Memberships of fans in the rooms of shows. */
@NullMarked
package encore.kernel.shows.memberships;

import org.jspecify.annotations.NullMarked;
