/** Rules of quests and rewards: one fold of the log into the fans who meet them. */
@NullMarked
package encore.kernel.requirements.rules;

import org.jspecify.annotations.NullMarked;
