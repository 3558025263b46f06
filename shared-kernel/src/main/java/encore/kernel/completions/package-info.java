/** Completions of quests by fans. */
@NullMarked
package encore.kernel.completions;

import org.jspecify.annotations.NullMarked;
