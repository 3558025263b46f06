/** Answers which fans the leaderboard of a campaign leaves out. */
@NullMarked
package encore.query.hiddenfans;

import org.jspecify.annotations.NullMarked;
