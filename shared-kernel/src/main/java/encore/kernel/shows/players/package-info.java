/** The deeds of a fan in a show, and their consequences: joins, chat, answers, interactions, reports and bans. */
@NullMarked
package encore.kernel.shows.players;

import org.jspecify.annotations.NullMarked;
