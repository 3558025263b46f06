/** Activities of fans over HTTP: recording, feed, counts and campaign leaderboards. */
@NullMarked
package encore.api.activities;

import org.jspecify.annotations.NullMarked;
