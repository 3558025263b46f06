/** Chat in the rooms of shows: what fans send, and what moderators do. */
@NullMarked
package encore.api.shows.chat;

import org.jspecify.annotations.NullMarked;
