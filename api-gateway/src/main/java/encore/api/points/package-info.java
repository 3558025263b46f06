/** Points over HTTP: point types, records, leaderboards and balances. */
@NullMarked
package encore.api.points;

import org.jspecify.annotations.NullMarked;
