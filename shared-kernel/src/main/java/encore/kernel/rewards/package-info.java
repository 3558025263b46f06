/** Rewards, which fans get for points or quests, and their issuances. */
@NullMarked
package encore.kernel.rewards;

import org.jspecify.annotations.NullMarked;
