/** Automations that complete quests by deeds and issue rewards, as the log meets their rules. */
@NullMarked
package encore.command.requirements;

import org.jspecify.annotations.NullMarked;
