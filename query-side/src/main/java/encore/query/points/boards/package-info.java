/** Leaderboards in memory: who has how many points, and which rank. Boards that do not fit are read from documents. */
@NullMarked
package encore.query.points.boards;

import org.jspecify.annotations.NullMarked;
