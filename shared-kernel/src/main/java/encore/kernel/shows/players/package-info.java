/** What a fan does in a show, and what is done about it: joins, chat, answers, interactions, reports and bans. */
@NullMarked
package encore.kernel.shows.players;

import org.jspecify.annotations.NullMarked;
