/** Simulations: the fans who would get a quest or a reward by a rule that does not exist, or is not changed yet. */
@NullMarked
package encore.kernel.requirements.simulations;

import org.jspecify.annotations.NullMarked;
