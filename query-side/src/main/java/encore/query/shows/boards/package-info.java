/** Ranks the fans of live shows in memory, and answers from it what a show counts. */
@NullMarked
package encore.query.shows.boards;

import org.jspecify.annotations.NullMarked;
