/** Decides about completions of quests: each fan completes a quest once. */
@NullMarked
package encore.command.completions;

import org.jspecify.annotations.NullMarked;
