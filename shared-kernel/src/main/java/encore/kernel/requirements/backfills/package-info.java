/** Back-fills: how far a new rule was applied to the past. */
@NullMarked
package encore.kernel.requirements.backfills;

import org.jspecify.annotations.NullMarked;
