/** Deeds of fans in shows, for their export. */
@NullMarked
package encore.api.shows.players;

import org.jspecify.annotations.NullMarked;
