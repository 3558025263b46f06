/** Explanations: why a fan has a quest or a reward, or what is missing. */
@NullMarked
package encore.kernel.requirements.explanations;

import org.jspecify.annotations.NullMarked;
