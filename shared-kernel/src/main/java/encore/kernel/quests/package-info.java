/** Quests: things that fans do, with their dates, their restrictions and what they give. */
@NullMarked
package encore.kernel.quests;

import org.jspecify.annotations.NullMarked;
