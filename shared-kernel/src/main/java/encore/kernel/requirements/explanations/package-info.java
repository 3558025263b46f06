/** Explanations: the reasons why a fan has a quest or a reward, or the conditions that are missing. */
@NullMarked
package encore.kernel.requirements.explanations;

import org.jspecify.annotations.NullMarked;
