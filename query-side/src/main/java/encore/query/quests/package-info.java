/** Keeps quests and their earlier versions, and joins them with the questions of their campaigns. */
@NullMarked
package encore.query.quests;

import org.jspecify.annotations.NullMarked;
