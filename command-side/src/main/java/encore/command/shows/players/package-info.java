/** Players, the fans in shows: joins, chat, interactions, reports, and bans. */
@NullMarked
package encore.command.shows.players;

import org.jspecify.annotations.NullMarked;
