/** Decides which fans the leaderboard of a campaign leaves out. */
@NullMarked
package encore.command.hiddenfans;

import org.jspecify.annotations.NullMarked;
