/** Explains and simulates rules of quests and rewards, from the log itself. */
@NullMarked
package encore.query.requirements;

import org.jspecify.annotations.NullMarked;
