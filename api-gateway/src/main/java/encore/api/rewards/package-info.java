/** Rewards over HTTP. */
@NullMarked
package encore.api.rewards;

import org.jspecify.annotations.NullMarked;
