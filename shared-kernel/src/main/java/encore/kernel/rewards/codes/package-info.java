/** The prize codes of a reward, which its fans get. */
@NullMarked
package encore.kernel.rewards.codes;

import org.jspecify.annotations.NullMarked;
