/** Adds up the days of ad campaigns. */
@NullMarked
package encore.query.adstats;

import org.jspecify.annotations.NullMarked;
