/** Decides about quests, and about the tags that restrict them. */
@NullMarked
package encore.command.quests;

import org.jspecify.annotations.NullMarked;
