/** Keeps rewards, their versions, their prize codes and their issuances. */
@NullMarked
package encore.query.rewards;

import org.jspecify.annotations.NullMarked;
