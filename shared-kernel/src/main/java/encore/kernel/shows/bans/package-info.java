/** Fans who are banned from a show. */
@NullMarked
package encore.kernel.shows.bans;

import org.jspecify.annotations.NullMarked;
