/** Answers which rooms a campaign has. */
@NullMarked
package encore.query.rooms;

import org.jspecify.annotations.NullMarked;
