/** Bans of fans from shows. */
@NullMarked
package encore.api.shows.bans;

import org.jspecify.annotations.NullMarked;
