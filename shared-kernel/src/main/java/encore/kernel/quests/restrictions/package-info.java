/** Tags that restrict quests: fans do not give them to themselves. */
@NullMarked
package encore.kernel.quests.restrictions;

import org.jspecify.annotations.NullMarked;
