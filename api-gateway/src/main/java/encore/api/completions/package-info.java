/** Completes quests, and shows how quests stand for a fan. */
@NullMarked
package encore.api.completions;

import org.jspecify.annotations.NullMarked;
