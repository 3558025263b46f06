/** Explanations of rules of quests and rewards over HTTP. */
@NullMarked
package encore.api.requirements;

import org.jspecify.annotations.NullMarked;
