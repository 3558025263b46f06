/** Hidden fans: the fans that the leaderboard of a campaign leaves out. */
@NullMarked
package encore.kernel.hiddenfans;

import org.jspecify.annotations.NullMarked;
