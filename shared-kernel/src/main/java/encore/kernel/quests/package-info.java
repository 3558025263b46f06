/** Quests: things that fans do, with their dates, their restrictions and their rewards. */
@NullMarked
package encore.kernel.quests;

import org.jspecify.annotations.NullMarked;
