/** Answers queries about points: their types, every record of points, and the leaderboards that rank fans. */
@NullMarked
package encore.query.points;

import org.jspecify.annotations.NullMarked;
