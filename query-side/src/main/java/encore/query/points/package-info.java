/** Keeps what is known of points: their types, every record, and the boards that rank fans. */
@NullMarked
package encore.query.points;

import org.jspecify.annotations.NullMarked;
