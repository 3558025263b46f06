/** What fans did in shows, for their export. */
@NullMarked
package encore.api.shows.players;

import org.jspecify.annotations.NullMarked;
