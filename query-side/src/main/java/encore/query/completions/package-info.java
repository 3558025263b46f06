/** Answers queries about completions of quests, and how quests stand for a fan. */
@NullMarked
package encore.query.completions;

import org.jspecify.annotations.NullMarked;
