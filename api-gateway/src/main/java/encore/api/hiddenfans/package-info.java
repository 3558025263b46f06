/** Hidden fans of a leaderboard over HTTP. */
@NullMarked
package encore.api.hiddenfans;

import org.jspecify.annotations.NullMarked;
