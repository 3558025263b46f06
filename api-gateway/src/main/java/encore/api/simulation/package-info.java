/** Answers simulations of quests and rewards, which have one form. */
@NullMarked
package encore.api.simulation;

import org.jspecify.annotations.NullMarked;
