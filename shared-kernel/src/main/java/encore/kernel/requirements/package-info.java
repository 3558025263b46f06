/** Requirements: the rules by which quests are open to a fan and rewards are issued. */
@NullMarked
package encore.kernel.requirements;

import org.jspecify.annotations.NullMarked;
