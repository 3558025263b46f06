/** Answers questions about the messages of shows, and writes their frames. */
@NullMarked
package encore.query.shows.chat;

import org.jspecify.annotations.NullMarked;
